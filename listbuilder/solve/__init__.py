"""The solver: completes, repairs, explains and proves, by the same rules as the judge.

An answer passes through these stages, each a folder of its own:

1. ``domains``: the roster is unrolled into candidates, one for each selection that the player has
   or could add. Bounds from the rules limit their copies before anything is solved. Additions
   that are interchangeable are one candidate, an aggregate: one number for all of them. Of
   interchangeable holders a completion fills one only (``domains.interchange``).
2. ``encode``: every rule is posted at every candidate, as linear constraints over the numbers of
   copies (``model.constraint_model``). Where the copies of an aggregate may differ, the constraint
   is relaxed: it allows at least what the rules allow, perhaps more.
3. ``model``: CP-SAT optimises the goals in their order (``model.lexicographic``); in a browser
   HiGHS does; its optimum counts as proved only where exact arithmetic shows it (``model.highs``).
4. ``search``: the aggregates of the solution are made selections again, the judge verifies the
   roster, and where it falls short of the relaxation, aggregates are split and all is repeated.
   A repair begins with few rules, which is a relaxation as well, and posts another only when an
   answer breaks it (``search.lazy_constraints``).

``tasks`` (complete, repair), ``explain`` (why there is no roster) and ``proofs`` (for lint) pose
problems to these stages; ``outcomes`` has what they answer.

Why an answer is called proved: a relaxation allows every legal roster, so no legal roster is
better than the optimum of the relaxation. CP-SAT proves that optimum; an answer that the judge
finds legal and that reaches it in every goal is therefore the best there is. For the same reason
nothing is legal where the relaxation has no solution. Both hold only if no candidate was left out
for the size of the problem (``outcomes.Truncation``): then nothing is called proved.
"""
