"""What is said of the broker."""

from rules.text import Text

CONNECTING = Text("Looking for the broker {where}", "Recherche du courtier MQTT {where}")
CONNECTED = Text("Connected to the broker {where}", "Connecté au courtier MQTT {where}")
NO_ANSWER = Text("The broker {where} does not answer ({why}); start it, or mend host and port under [mqtt]; "
                 "meanwhile everything else goes on, and nothing is lost",
                 "Le courtier MQTT {where} ne répond pas ({why}) ; démarrez-le, ou corrigez host et port sous [mqtt] ; "
                 "entre-temps tout le reste continue, et rien n'est perdu")
NOT_FOUND = Text("No machine called {host} is found ({why}); mend host under [mqtt], or connect this machine to the "
                 "broker's network",
                 "Aucune machine nommée {host} n'est trouvée ({why}) ; corrigez host sous [mqtt], ou reliez cette "
                 "machine au réseau du courtier")
REFUSED = Text("The broker {where} refuses this table ({why}); mend user and password under [mqtt]",
               "Le courtier MQTT {where} refuse cette table ({why}) ; corrigez user et password sous [mqtt]")
CERTIFICATE = Text("The certificate of the broker {where} does not fit ({why}); name its authority's file as ca_file "
                   "under [mqtt], and the host as the certificate does",
                   "Le certificat du courtier MQTT {where} ne convient pas ({why}) ; donnez le fichier de son autorité "
                   "dans ca_file sous [mqtt], et à host le nom du certificat")
OUT_OF_TIME = Text(
    "The certificate of the broker {where} is not good by this machine's clock ({why}); if `arbitrio doctor` finds the "
    "clock right, have the certificate renewed",
    "Le certificat du courtier MQTT {where} n'est pas valable d'après l'horloge de cette machine ({why}) ; si "
    "`arbitrio doctor` trouve l'horloge juste, faites renouveler le certificat")
NO_TLS = Text("The broker {where} does not speak TLS on this port; use its other port (often 8883), or set tls = false "
              "under [mqtt]",
              "Le courtier MQTT {where} ne parle pas TLS sur ce port ; prenez son autre port (souvent 8883), ou mettez "
              "tls = false sous [mqtt]")
WANTS_TLS = Text("The broker {where} hangs up at once; if it wants TLS, set tls = true under [mqtt]",
                 "Le courtier MQTT {where} raccroche aussitôt ; s'il veut TLS, mettez tls = true sous [mqtt]")
WANTS_CERTIFICATE = Text(
    "The broker {where} hangs up on this table once they have met by TLS; if it wants a certificate, name one that it "
    "trusts as cert_file and key_file under [mqtt]",
    "Le courtier MQTT {where} raccroche après la rencontre en TLS ; s'il veut un certificat, donnez-en un qu'il "
    "reconnaît dans cert_file et key_file sous [mqtt]")
BAD_CERTIFICATE = Text(
    "The file {file} named as {setting} under [mqtt] can't be used ({why}); name a readable file in PEM form that "
    "holds {what}",
    "Le fichier {file} donné dans {setting} sous [mqtt] est inutilisable ({why}) ; donnez un fichier lisible au "
    "format PEM qui contient {what}")
A_CERTIFICATE = Text("this table's certificate", "le certificat de cette table")
A_KEY = Text("its private key without a passphrase", "sa clé privée sans phrase secrète")
NOT_A_PAIR = Text(
    "The key in {key} does not go with the certificate in {file}; name the two that were made together as cert_file "
    "and key_file under [mqtt]",
    "La clé de {key} ne va pas avec le certificat de {file} ; donnez les deux qui ont été faits ensemble dans "
    "cert_file et key_file sous [mqtt]")
BAD_CA = Text("The file {file} named as ca_file under [mqtt] can't be used ({why}); name a readable file of "
              "certificates in PEM form",
              "Le fichier {file} donné dans ca_file sous [mqtt] est inutilisable ({why}) ; donnez un fichier de "
              "certificats lisible au format PEM")
BAD_PASSWORD_FILE = Text("The file {file} named as password_file under [mqtt] can't be read ({why}); name a readable "
                         "file whose first line is the password",
                         "Le fichier {file} donné dans password_file sous [mqtt] est illisible ({why}) ; donnez un "
                         "fichier lisible dont la première ligne est le mot de passe")
