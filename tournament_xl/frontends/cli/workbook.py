"""Commands on one tournament's workbook: create, act, show, check, simulate, repair and restore."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from tournament_xl.core.exit_codes import BUG, DONE, PROBLEMS, USAGE
from tournament_xl.core.model import Formula
from tournament_xl.core.resources import printable_path
from tournament_xl.frontends.cli.answers import check_workbook_name, print_outcome, read_workbook, warn_if_open
from tournament_xl.frontends.cli.words import FILE, parse_count, parse_formula, parse_probability, verb, word
from tournament_xl.games.game import AnyGame
from tournament_xl.games.registry import GAMES
from tournament_xl.messages import cli as texts
from tournament_xl.messages.failures import bug_sentence, fail
from tournament_xl.messages.names import alternatives
from tournament_xl.workbook.cells import CONTROLS, cell_text
from tournament_xl.workbook.snapshot import ExternalError, UsageError


def list_formulas() -> dict[str, tuple[AnyGame, Formula]]:
    """Return the formulas of all games that have a word on the command line: word -> game, formula."""
    return {formula.word: (game, formula) for game in GAMES.values() for formula in game.formulas if formula.word}


def _add_formula(parser: argparse.ArgumentParser) -> None:
    """Add `--formule` to the words of `new`; other commands do not load all games for it."""
    formulas = list_formulas()
    add = word(
        "--formule",
        f"la formule de jeu : {alternatives(list(formulas))}",
        choices=formulas,
        type=parse_formula,
        required=True,
    )
    add(parser)


@verb(
    "new",
    "créer un classeur",
    FILE,
    _add_formula,
    word("--edition", "l'édition de la Formule Classique : F50 (défaut) ou F10", choices=("F10", "F50")),
    word("--rondes", "le nombre de rondes (défaut : selon le règlement)", metavar="N"),
    word("--graine", "la graine des tirages au sort (défaut : tirée au hasard)", metavar="S"),
    word(
        "--joueurs",
        "une liste de joueurs : .csv, .xlsx, .ods, .xls, fichier de la fédération, ou le classeur d'un tournoi",
        metavar="LISTE",
    ),
    word("--noms-en-ordre", "écrire les noms de la liste comme « GARNIER Élise »", action="store_true"),
    word("--masquees", "prendre aussi les lignes masquées de la liste", action="store_true"),
    word("--nom", "le nom du tournoi", metavar="TEXTE"),
    word(
        "--set",
        'un autre paramètre, par exemple --set "Lieu=Genève" (autant de fois qu\'il faut)',
        metavar="PARAMÈTRE=VALEUR",
        action="append",
    ),
)
def _new(options: argparse.Namespace) -> int:
    from tournament_xl.service.create import CreateRequest, PlayerList, create

    settings, file = read_settings(options), Path(options.file)
    game, _ = list_formulas()[options.formule]
    players = None
    if options.joueurs:
        source = Path(options.joueurs)
        folders = (source.parent, file.parent)
        players = PlayerList(source, folders=folders, hidden=options.masquees, ordered=options.noms_en_ordre)
    result = create(CreateRequest(file, game.name, settings, players))
    outcome = result.outcome
    if outcome.code == PROBLEMS:
        fail(USAGE, texts.NOT_CREATED)
        print_outcome(outcome)
        return USAGE
    if result.missing:
        message = texts.TO_FILL_IN.format(names=", ".join(result.missing))
        outcome = outcome._replace(warnings=(message, *outcome.warnings))
    return print_outcome(outcome._replace(next_step=()))


def read_settings(options: argparse.Namespace) -> dict[str, str]:
    """Return the settings that the options of `new` give; check the ending of the new file's name too.

    `--set` overrides the setting's own option, wherever it stands; of several `--set` for one setting the last counts.
    Values, by name on the sheet Tournoi, are not checked; empty ones are left out.

    Raises:
        UsageError: The file's name does not end in .xlsx or .xlsm (`check_workbook_name`), `--set` has no "=", or an
            option names a setting that the game does not have.
    """
    from tournament_xl.games.new_workbook import find_setting_name
    from tournament_xl.workbook.snapshot import replace_surrogates

    game, formula = list_formulas()[options.formule]
    known_settings = game.settings
    check_workbook_name(options.file)
    if options.edition and not any(setting.name == "Édition" for setting in known_settings):
        raise UsageError(texts.NO_EDITION)
    option_values = {
        "Formule": formula.name,
        "Édition": options.edition, "Nombre de rondes": options.rondes, "Graine": options.graine, "Nom": options.nom,
    }  # fmt: skip
    settings = {name: value for name, value in option_values.items() if value}
    for text in options.set or ():
        name, equals, value = text.partition("=")
        known_name = find_setting_name(name, known_settings)
        if not equals:
            raise UsageError(texts.BAD_SET.format(text=text))
        if known_name is None:
            names = ", ".join(setting.name for setting in known_settings)
            raise UsageError(texts.UNKNOWN_SETTING.format(name=name.strip(), names=names))
        if value.strip():
            settings[known_name] = value.strip()
    # A terminal of another encoding gives unpaired surrogates, which a workbook cannot hold: "?" replaces them.
    return {name: " ".join(cell_text(replace_surrogates(str(value))).split()) for name, value in settings.items()}


@verb("take", "mettre dans Résultats ce que les joueurs ont envoyé de leur téléphone", FILE)
@verb(
    "ratings",
    "calculer les cotes internationales (feuille Cotes)",
    FILE,
    word(
        "--provisional",
        "avant la fin : les cotes si le tournoi finissait sur le classement actuel",
        action="store_true",
    ),
)
@verb(
    "undo",
    "annuler la dernière ronde",
    FILE,
    word("--force", "annuler même si des scores sont tapés ; ils vont au Journal", action="store_true"),
)
@verb("update", "tout vérifier, refaire le classement, la grille et l'étape", FILE)
@verb("pair", "apparier la ronde suivante", FILE)
def _action(options: argparse.Namespace) -> int:
    """Run pair, update, undo, take or ratings."""
    from tournament_xl.service.act import ActionRequest, act
    from tournament_xl.service.workbook_access import WorkbookFile

    option_values = vars(options)
    request = ActionRequest(options.command, option_values.get("force", False), option_values.get("provisional", False))
    result = act(WorkbookFile(options.file), request)
    code = print_outcome(result.outcome)
    return fail(code, texts.FORCE) if result.doubt else code


@verb(
    "standings",
    "montrer un classement",
    FILE,
    word(
        "--texte", "en texte simple, la ronde en cours d'abord : pour l'affichage et le courriel", action="store_true"
    ),
    word("--after", "après cette ronde (défaut : la dernière ronde complète)", metavar="N", type=int),
)
def _standings(options: argparse.Namespace) -> int:
    from tournament_xl.frontends.cli.show import show_round, show_standings
    from tournament_xl.service.standings import compute_standings

    decoded = read_workbook(options.file)
    standings = compute_standings(decoded, options.after)
    if options.texte:
        show_round(decoded, standings)
    else:
        show_standings(standings)
    return DONE


@verb(
    "explain",
    "dire pourquoi chaque paire a été faite",
    FILE,
    word("--round", "cette ronde (défaut : la dernière appariée)", metavar="N", type=int),
    word("--table", "cette table seulement", metavar="T", type=int),
)
def _explain(options: argparse.Namespace) -> int:
    from tournament_xl.service.explain import explain_decoded

    for explanation in explain_decoded(read_workbook(options.file), options.round, options.table):
        lines = (*explanation.lines, *explanation.details)
        print(explanation.title, *(f"  {line}" for line in lines), sep="\n", end="\n\n")
    return DONE


@verb(
    "check",
    "vérifier un tournoi : appariements, classement, Journal",
    word("files", "le ou les classeurs à vérifier", metavar=texts.A_WORKBOOK, nargs="+"),
    word("--json", "tout dire en JSON, pour un programme", action="store_true"),
)
def _check(options: argparse.Namespace) -> int:
    """Check each file, whatever happens with the others; return the worst code."""
    from tournament_xl.actions.check_report import build_unreadable_json, render_report_lines
    from tournament_xl.service import check

    codes, objects = [], []
    for file in options.files:
        try:
            warn_if_open(file)
            report_of_file = check.check_file(file)
        except Exception as error:  # even after a bug of ours the remaining files are checked
            if isinstance(error, ExternalError):
                message, code = str(error), error.code
            else:
                message, code = f"{printable_path(file)} : {bug_sentence(error)}", BUG
            codes.append(fail(code, message))
            objects.append(build_unreadable_json(file, message, code))
            continue
        codes.append(report_of_file.code)
        if options.json:
            objects.append(report_of_file.as_json(file))
        for problem in report_of_file.problems:
            fail(
                report_of_file.code, str(problem) if len(options.files) == 1 else f"{printable_path(file)} : {problem}"
            )
        if not options.json:
            report_lines = render_report_lines(report_of_file, file)
            print(*report_lines, sep="\n", end="\n\n" if len(options.files) > 1 else "\n")
    if options.json:
        import json

        text = json.dumps(objects[0] if len(objects) == 1 else {"files": objects}, ensure_ascii=False, indent=1)
        print(
            re.sub(CONTROLS, lambda match: json.dumps(match[0])[1:-1], text)
        )  # names of files may hold control characters
    return max(codes)


@verb(
    "simulate",
    "apparier et remplir des résultats au hasard, pour s'exercer",
    FILE,
    word("--rounds", "combien de rondes jouer (défaut : jusqu'à la fin)", metavar="N", type=parse_count),
    word("--seed", "graine des résultats (défaut : celle du tournoi)", metavar="S"),
    word(
        "--forfaits", "probabilité d'un forfait par match, de 0 à 1", metavar="P", type=parse_probability, default=0.0
    ),
    word(
        "--absences",
        "probabilité qu'un joueur manque une ronde, de 0 à 1",
        metavar="P",
        type=parse_probability,
        default=0.0,
    ),
)
def _simulate(options: argparse.Namespace) -> int:
    from tournament_xl.service.act import SimulationRequest, simulate
    from tournament_xl.service.workbook_access import WorkbookFile

    request = SimulationRequest(options.rounds, options.seed, options.forfaits, options.absences)
    return print_outcome(simulate(WorkbookFile(options.file), request))


@verb(
    "et-si",
    "montrer le classement et la ronde suivante si tels résultats viennent ; rien n'est écrit",
    FILE,
    word(
        "--table",
        "une table et ses deux scores, par exemple --table 3 444-333 (autant de fois qu'il faut)",
        nargs=2,
        metavar=("TABLE", "SCORES"),
        action="append",
        required=True,
    ),
)
def _what_if(options: argparse.Namespace) -> int:
    from tournament_xl.frontends.cli.show import show_pairings, show_standings
    from tournament_xl.service.what_if import SupposedResult, suppose
    from tournament_xl.service.workbook_access import WorkbookFile

    warn_if_open(options.file)
    result = suppose(WorkbookFile(options.file), [SupposedResult(*words) for words in options.table])
    print(result.message)
    show_standings(result.standings)
    if result.next:
        show_pairings(result.next, result.next_round, reasons=False)
    return DONE


@verb("repair", "remettre les boutons et les macros qu'un autre programme a enlevés", FILE)
def _repair(options: argparse.Namespace) -> int:
    from tournament_xl.support.repair import repair

    return print_outcome(repair(options.file))


@verb(
    "upgrade",
    "refaire un classeur d'une ancienne version dans le modèle actuel ; l'ancien n'est pas modifié",
    FILE,
    word(
        "-o --output",
        "le classeur à créer (défaut : « NOM (nouveau modèle) » à côté de l'ancien)",
        metavar=texts.A_WORKBOOK,
    ),
)
def _upgrade(options: argparse.Namespace) -> int:
    from tournament_xl.service.upgrade import upgrade
    from tournament_xl.service.workbook_access import WorkbookFile

    if options.output is not None:
        check_workbook_name(options.output)
    return print_outcome(upgrade(WorkbookFile(options.file), options.output).outcome)


@verb(
    "restore",
    "montrer les sauvegardes du classeur, ou en remettre une",
    FILE,
    word(
        "copy",
        "la copie à remettre : son heure dans la liste, ou son numéro (sans rien : montrer la liste)",
        metavar="HEURE",
        nargs="?",
    ),
)
def _restore(options: argparse.Namespace) -> int:
    from tournament_xl.frontends.cli.show import show_backups
    from tournament_xl.service import backups

    if options.copy is not None:
        return print_outcome(backups.restore_backup(options.file, options.copy))
    listed = backups.list_backups(options.file)
    if not listed:
        return print_outcome(backups.build_refusal_without_backups(options.file))
    return print_outcome(show_backups(options.file, listed))
