"""Explanations and tables of Othello in the terminal."""

TITLE = "Ronde {round}, table {table} : {black} (Noir) – {white} (Blanc)"
ROUND_TITLE = "Ronde {round}"
OPTIMAL = "Coût total {cost} : c'est l'optimum."
ABOVE_OPTIMUM = "Coût total {cost} ; optimum {optimum} ({more} de plus)."
OPTIMAL_LIMITED = (
    "Coût total {cost} : c'est un optimum (une paire compte au plus 10 000 000) ; sans cette limite, un autre coûte "
    "{optimum}."
)
ABOVE_LIMITED = "Coût total {cost} ; optimum {optimum} ({more} de plus ; une paire compte au plus 10 000 000)."
PLAYER = "{name} : {points}, {delta:+d} Noir avant la ronde"
AS_PLAYED = "Avec ces couleurs. {text}"
REVERSED = "Couleurs inversées. {text}"
ALTERNATIVE = "Sans cette paire, l'optimum monterait de {rise} : {meets}."
MEETS = "{who} rencontrerait {other}"
NO_ALTERNATIVE = "Il n'y avait pas d'autre paire possible."
BY_TABLE = ("Table", "Noir", "Pions", "Blanc", "Motif")
