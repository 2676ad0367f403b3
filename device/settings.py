"""The settings: one TOML file, every value checked, every error with its remedy."""

import dataclasses
import difflib
import logging
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from device.errors import SettingsError

_log = logging.getLogger(__name__)
Pixel = tuple[float, float]
GAP_MM = 10.0
"""White that must be left between two markers."""
RENAMED: dict[tuple[str, str], str] = {}
"""Keys of older versions by part and name, and what they are called now: files that were written for them hold."""


def _setting(default: Any, words: str, *, low: float | None = None, high: float | None = None,
             choices: tuple[str, ...] = ()) -> Any:
    """Declare a setting: its default, what it means, and which values it may have."""
    rules = {"words": words, "low": low, "high": high, "choices": choices}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=rules)
    return field(default=default, metadata=rules)


@dataclass(frozen=True)
class GameSettings:
    """[game]: what is played when the appliance starts for the first time."""

    name: str = _setting("otrio", "the game")
    options: dict[str, str] = _setting({}, "the game's options, each a text")
    deck: str = _setting("", "the folder of an enrolled deck of cards")


@dataclass(frozen=True)
class CameraSettings:
    """[camera]: where the frames come from."""

    source: str = _setting("auto", "auto, picamera2[:number], webcam[:number], simulated, none (all is told by "
                                 "phone), or a film or a folder")
    width: int = _setting(1280, "pixels across", low=320, high=4608)
    height: int = _setting(720, "pixels down", low=240, high=2592)
    frames_per_second: float = _setting(15.0, "frames a second", low=1, high=120)
    hfov_deg: float = _setting(66.0, "degrees that the lens sees across", low=20, high=150)
    patience_seconds: float = _setting(5.0, "how long a silent camera is waited for", low=0.5, high=120)


@dataclass(frozen=True)
class MatSettings:
    """[mat]: the rectangle on the table, in millimetres."""

    width_mm: float = _setting(420.0, "across", low=100, high=2000)
    height_mm: float = _setting(297.0, "down", low=100, high=2000)
    marker_mm: float = _setting(30.0, "a marker's side", low=10, high=200)
    inset_mm: float = _setting(10.0, "from the mat's edge to a marker's", low=0, high=200)
    corners_px: tuple[Pixel, ...] = _setting((), "without markers: the mat's four corners in the picture, "
                                                 "top left, top right, bottom right, bottom left")

    def __post_init__(self) -> None:
        largest = min(self.width_mm, self.height_mm) / 2 - self.inset_mm - GAP_MM
        if self.marker_mm > largest and not self.corners_px:
            remedy = f"make marker_mm {largest:g} or less" if largest >= 10 else "make inset_mm less, or the mat larger"
            raise SettingsError(
                f"[mat] markers of {self.marker_mm:g} mm, {self.inset_mm:g} mm from the edges, overlap on a mat of "
                f"{self.width_mm:g} x {self.height_mm:g} mm; {remedy}")


@dataclass(frozen=True)
class ColourSettings:
    """[colours]: what the pieces look like, where they are not as sold; the set-up page learns it."""

    otrio: tuple[Pixel, ...] = _setting((), "hues of the wood and of the pieces that lie at the top, right, bottom and "
                                            "left, as the set-up page learns them; empty: as sold")

    def __post_init__(self) -> None:
        if len(self.otrio) not in (0, 5):
            raise SettingsError(f"[colours] otrio has {len(self.otrio)} hues; give five as [[x, y], ...], or none")


@dataclass(frozen=True)
class PinSettings:
    """[pins]: the wiring, by BCM numbers; 0 means that the part is not there."""

    factory: str = _setting("auto", "the pin factory", choices=("auto", "lgpio", "mock"))
    buttons: tuple[int, ...] = _setting((5, 6, 13, 19, 26), "the players' buttons", low=0, high=27)
    stop: int = _setting(4, "the stop button", low=0, high=27)
    lights: tuple[int, ...] = _setting((12, 16, 20, 21, 25), "the players' lights", low=0, high=27)
    green: int = _setting(17, "the referee's green light", low=0, high=27)
    amber: int = _setting(27, "the referee's amber light", low=0, high=27)
    red: int = _setting(22, "the referee's red light", low=0, high=27)
    buzzer: int = _setting(18, "the buzzer", low=0, high=27)
    press_ms: float = _setting(3.0, "a contact that stays closed so long is pressed; shorter is a glitch", low=0.1,
                               high=50)
    bounce_ms: float = _setting(10.0, "no contact bounces open for so long", low=0.1, high=100)
    release_ms: float = _setting(20.0, "open so long, a button that was pressed counts again", low=1, high=500)
    lost_ms: float = _setting(500.0, "so long after a contact has changed without a signal, the signal was lost",
                              low=100, high=10_000)
    stuck_seconds: float = _setting(10.0, "a button that is down so long is stuck", low=1, high=600)


@dataclass(frozen=True)
class RaceSettings:
    """[race]: how races at the buttons are judged."""

    dead_heat_ms: float = _setting(0.05, "presses no further apart share a place", low=0, high=1000)
    phones_dead_heat_ms: float = _setting(40.0, "the same among phones", low=0, high=1000)
    phone_longest_ms: float = _setting(500.0, "no phone's press takes longer to arrive: when a button's and a phone's "
                                              "lie further apart, their order is certain", low=0, high=10_000)
    phone_usual_ms: float = _setting(60.0, "so long a phone's press usually takes: who was first by that is asked "
                                           "first", low=0, high=10_000)
    timeout_seconds: float = _setting(10.0, "who has not pressed so long after the light is absent", low=0.5, high=600)
    earliest_ms: float = _setting(0.0, "a press sooner after the light is a false start too", low=0, high=1000)
    false_start: str = _setting("out", "after a false start its player is out, or the race is run again",
                                choices=("out", "again"))
    collect_ms: float = _setting(500.0, "how long a late signal is waited for, before the order is final", low=20,
                                 high=10_000)
    arming_seconds: float = _setting(5.0, "who holds a button so long when a race is called is not in it", low=0.1,
                                     high=600)
    settle_seconds: float = _setting(0.5, "a press so soon after the game asks something else was meant for what was "
                                          "asked before, and does nothing", low=0, high=10)
    shortest_wait_seconds: float = _setting(1.5, "how long the light lets wait at least", low=0, high=60)
    longest_wait_seconds: float = _setting(5.0, "how long the light lets wait at most", low=0, high=60)


@dataclass(frozen=True)
class WebSettings:
    """[web]: where the phones find the table."""

    host: str = _setting("0.0.0.0", "the address to listen on")
    port: int = _setting(8080, "the port", low=1, high=65535)
    names: tuple[str, ...] = _setting((), "further names by which phones may ask for the page")
    phones: int = _setting(64, "the most phones that follow the game at once", low=1, high=500)
    joining: str = _setting("open", "who may join: whoever opens the page, or only who was invited by a signed link",
                            choices=("open", "invited"))
    invite_hours: float = _setting(12.0, "how long an invitation is good", low=0.1, high=8760)
    host_away_seconds: float = _setting(120.0, "until hosting passes on from a phone that is gone; 0: never", low=0,
                                        high=86400)


@dataclass(frozen=True)
class StoreSettings:
    """[store]: where the games are kept."""

    folder: str = _setting("", "a folder; empty: the service's state folder, or ~/.local/share/arbitrio")


@dataclass(frozen=True)
class MqttSettings:
    """[mqtt]: telling a broker what everybody at the table may know, for a club's page or a home's automation."""

    host: str = _setting("", "the broker's name or address; empty: none is told anything")
    port: int = _setting(1883, "its port; with TLS often 8883", low=1, high=65535)
    user: str = _setting("", "the name by which the broker knows this table; empty: none is needed")
    password: str = _setting("", "the password that goes with it")
    password_file: str = _setting("", "or a file whose first line is the password")
    tls: bool = _setting(False, "whether the connection is encrypted")
    ca_file: str = _setting("", "a file of certificates to trust; empty: those of this machine")
    cert_file: str = _setting("", "this table's own certificate, for a broker that asks for one; empty: none")
    key_file: str = _setting("", "the private key that goes with it; empty: it is in the same file")
    table: str = _setting("", "what this table is called; empty: as the machine is")
    prefix: str = _setting("arbitrio", "what all topics of the tables begin with")
    home_assistant: str = _setting("homeassistant", "where Home Assistant looks for devices; empty: it is told nothing")


@dataclass(frozen=True)
class ClubSettings:
    """[club]: the page that follows all tables of a club; the broker is [mqtt]'s."""

    host: str = _setting("0.0.0.0", "the address to listen on")
    port: int = _setting(8090, "the port", low=1, high=65535)
    pages: int = _setting(64, "the most pages that follow at once", low=1, high=500)


@dataclass(frozen=True)
class Settings:
    """All settings; every part has its defaults."""

    game: GameSettings = field(default_factory=GameSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    mat: MatSettings = field(default_factory=MatSettings)
    colours: ColourSettings = field(default_factory=ColourSettings)
    pins: PinSettings = field(default_factory=PinSettings)
    race: RaceSettings = field(default_factory=RaceSettings)
    web: WebSettings = field(default_factory=WebSettings)
    store: StoreSettings = field(default_factory=StoreSettings)
    mqtt: MqttSettings = field(default_factory=MqttSettings)
    club: ClubSettings = field(default_factory=ClubSettings)

    def __post_init__(self) -> None:
        if len(self.mat.corners_px) not in (0, 4):
            raise SettingsError(f"[mat] corners_px has {len(self.mat.corners_px)} corners; "
                                "give all four as [[x, y], ...], or none")
        if self.race.longest_wait_seconds < self.race.shortest_wait_seconds:
            raise SettingsError("[race] longest_wait_seconds is shorter than shortest_wait_seconds; "
                                "make it as long or longer")
        if self.race.phone_usual_ms > self.race.phone_longest_ms:
            raise SettingsError("[race] phone_usual_ms is longer than phone_longest_ms; make it as short or shorter")
        if not self.mqtt.prefix or set(self.mqtt.prefix + self.mqtt.home_assistant) & set("+#"):
            raise SettingsError("[mqtt] prefix and home_assistant are the beginnings of topics; write them without "
                                "+ and #, the prefix not empty")
        if self.mqtt.key_file and not self.mqtt.cert_file:
            raise SettingsError("[mqtt] key_file is a key without its certificate; name that as cert_file, "
                                "or leave key_file out")
        if self.mqtt.cert_file and not self.mqtt.tls:
            raise SettingsError("[mqtt] cert_file is shown over TLS only; set tls = true, or leave cert_file out")
        for name in ("buttons", "lights"):
            if len(getattr(self.pins, name)) > 5:
                raise SettingsError(f"[pins] {name} has {len(getattr(self.pins, name))} pins; "
                                    "give one for each of the five seats at most")

    def games_folder(self) -> Path:
        """Return the folder of the games, made when it is not there; raise SettingsError."""
        state = os.environ.get("STATE_DIRECTORY") or Path.home() / ".local/share/arbitrio"
        folder = Path(self.store.folder or state).expanduser()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SettingsError(f"the games' folder {folder} can't be made ({error.strerror}); "
                                "make it, or name another as folder under [store]") from error
        return folder


T = TypeVar("T")


def load(path: Path | str) -> Settings:
    """Read a settings file; raise SettingsError, naming the line or the key, with the remedy."""
    try:
        table = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise SettingsError(f"there is no settings file {path}; check the name, or leave --settings out") from error
    except OSError as error:
        raise SettingsError(f"the settings file {path} can't be read ({str(error.strerror).lower()}); "
                            "name a text file, and one that this user may read") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"the settings file {path} is no text; write it anew as UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path} is not valid TOML ({error}); mend that line") from error
    return parse(table, str(path))


def parse(table: Mapping[str, Any], where: str = "settings") -> Settings:
    """Return the settings that a parsed TOML table gives; raise SettingsError.

    A key that looks like a known one is an error; any other unknown one is of another version: it is left out and said.
    """
    return _part(Settings, table, where, "")


def _part(kind: type[T], table: Any, where: str, name: str) -> T:
    if not isinstance(table, Mapping):
        raise SettingsError(f"{where}: {name} must be a table; write it as [{name}] with its keys below")
    fields = {f.name: f for f in dataclasses.fields(kind)}  # type: ignore[arg-type]
    hints = get_type_hints(kind)
    values = {}
    for key, value in _of_this_version(table, list(fields), where, name).items():
        if dataclasses.is_dataclass(hints[key]):
            values[key] = _part(hints[key], value, where, key)
        else:
            values[key] = _value(value, hints[key], fields[key].metadata, f"{where}: {_in(name, key)}")
    return kind(**values)


def _in(name: str, key: str) -> str:
    return f"[{name}] {key}" if name else f"[{key}]"


def _of_this_version(table: Mapping[str, Any], known: list[str], where: str, name: str) -> dict[str, Any]:
    """Return the table by today's keys, without those that this version does not know; each is told of."""
    values = {}
    for key, value in table.items():
        now = RENAMED.get((name, key), key)
        if now != key:
            _log.warning("%s: %s is called %s now; rename it", where, _in(name, key), now)
        if now in known:
            values[now] = value
        elif close := difflib.get_close_matches(key, known, 1):
            raise SettingsError(f"{where}: unknown key {_in(name, key)}; did you mean {close[0]}?")
        else:
            _log.warning("%s: %s is not known to this version and is left out; remove it, or install the version that "
                         "it was written for", where, _in(name, key))
    return values


_WORDS = {int: "a whole number", float: "a number", str: "a text in quotes", bool: "true or false"}


def _value(value: Any, hint: Any, rules: Mapping[str, Any], where: str) -> Any:
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise SettingsError(f"{where} is {value!r}; write a list: [...]")
        inner = get_args(hint)
        if inner[-1] is Ellipsis:
            return tuple(_value(item, inner[0], rules, where) for item in value)
        if len(value) != len(inner):
            raise SettingsError(f"{where} is {value!r}; write {len(inner)} numbers: [x, y]")
        return tuple(_value(item, h, rules, where) for item, h in zip(value, inner, strict=True))
    if get_origin(hint) is dict:
        if not isinstance(value, Mapping):
            raise SettingsError(f"{where} is {value!r}; write a table: {{ name = \"value\" }}")
        return {str(key): str(item) for key, item in value.items()}
    return _checked(_typed(value, hint, where), rules, where)


def _typed(value: Any, hint: type, where: str) -> Any:
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not hint:  # a bool is an int to isinstance
        raise SettingsError(f"{where} is {value!r}; write {_WORDS[hint]}")
    return value


def _checked(value: Any, rules: Mapping[str, Any], where: str) -> Any:
    low, high, choices = rules["low"], rules["high"], rules["choices"]
    if choices and value not in choices:
        raise SettingsError(f"{where} is {value!r}; choose one of {', '.join(choices)}")
    # not (>= and <=) also turns away nan
    if low is not None and not (low <= value <= high):
        raise SettingsError(f"{where} is {value}; write a number from {low:g} to {high:g}")
    return value
