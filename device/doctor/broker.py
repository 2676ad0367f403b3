"""Whether the broker that the settings name takes what the table tells it."""

from device.doctor.patient import Finding, Patient, fault, ok, warning

PATIENCE = 20.0
"""Seconds for the broker's answer; one that hangs up is known after three tries."""


def broker(patient: Patient) -> Finding:
    """Ask the running table how its connection is; where none runs, connect as it would."""
    if not patient.settings.mqtt.host:
        return ok("no broker is named under [mqtt], so none is told anything")
    kind, text = _running(patient) or _tried(patient)
    if kind == "up":
        return ok(text)
    if kind == "connecting":
        return warning(f"{text}; ask again in a minute")
    return warning(text) if kind == "away" else fault(text)


def _running(patient: Patient) -> tuple[str, str] | None:
    if patient.running is None:
        return None
    said = patient.running.get("broker")
    if said is None:
        return "down", ("the running table tells no broker, though the settings name one; restart it: "
                        "`sudo systemctl restart arbitrio`")
    return said["state"], said["text"]["en"]


def _tried(patient: Patient) -> tuple[str, str]:
    from device.mqtt.link import asked  # who names no broker needs nothing of it
    from device.mqtt.topics import table_id

    mqtt = patient.settings.mqtt
    state = asked(mqtt, f"arbitrio-doctor-{table_id(mqtt.table)}", PATIENCE)
    return state.kind, state.text.en
