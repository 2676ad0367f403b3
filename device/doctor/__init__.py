"""The doctor: small checks of the machine, each with its remedy. `device.doctor.checks` lists them."""
