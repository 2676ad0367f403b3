"""What is said of the broker."""

from rules.text import Text

CONNECTING = Text("Looking for the broker {where}", "Recherche du courtier MQTT {where}")
CONNECTED = Text("Connected to the broker {where}", "Connecté au courtier MQTT {where}")
NO_ANSWER = Text("The broker {where} does not answer ({why}); start it, or mend host and port under [mqtt]; "
                 "meanwhile everything else goes on, and nothing is lost",
                 "Le courtier MQTT {where} ne répond pas ({why}) ; démarrez-le, ou corrigez host et port sous [mqtt] ; "
                 "entre-temps tout le reste continue, et rien n'est perdu")
NOT_FOUND = Text("There is no machine called {where}; mend host under [mqtt]",
                 "Il n'y a pas de machine nommée {where} ; corrigez host sous [mqtt]")
REFUSED = Text("The broker {where} refuses this table ({why}); mend user and password under [mqtt]",
               "Le courtier MQTT {where} refuse cette table ({why}) ; corrigez user et password sous [mqtt]")
CERTIFICATE = Text("The certificate of the broker {where} does not fit ({why}); name its authority's file as ca_file "
                   "under [mqtt], and the host as the certificate does",
                   "Le certificat du courtier MQTT {where} ne convient pas ({why}) ; donnez le fichier de son autorité "
                   "dans ca_file sous [mqtt], et à host le nom du certificat")
NO_TLS = Text("The broker {where} does not speak TLS on this port; use its other port (often 8883), or set tls = false "
              "under [mqtt]",
              "Le courtier MQTT {where} ne parle pas TLS sur ce port ; prenez son autre port (souvent 8883), ou mettez "
              "tls = false sous [mqtt]")
WANTS_TLS = Text("The broker {where} hangs up at once; if it wants TLS, set tls = true under [mqtt]",
                 "Le courtier MQTT {where} raccroche aussitôt ; s'il veut TLS, mettez tls = true sous [mqtt]")
BAD_CA = Text("The file {file} named as ca_file under [mqtt] can't be used ({why}); name a readable file of "
              "certificates in PEM form",
              "Le fichier {file} donné dans ca_file sous [mqtt] est inutilisable ({why}) ; donnez un fichier de "
              "certificats lisible au format PEM")
BAD_PASSWORD_FILE = Text("The file {file} named as password_file under [mqtt] can't be read ({why}); name a readable "
                         "file whose first line is the password",
                         "Le fichier {file} donné dans password_file sous [mqtt] est illisible ({why}) ; donnez un "
                         "fichier lisible dont la première ligne est le mot de passe")
