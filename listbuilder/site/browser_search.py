"""Running a search of the solver in a browser, in a worker of its own."""

import json

from listbuilder.errors import ListbuilderError
from listbuilder.web.storage.job import done


def searched(job: str) -> str:
    """Do a job (``web.storage.job``); the answer (``said``) or the error (``failed``), as JSON."""
    try:
        return json.dumps({"said": done(job).decode()})
    except ListbuilderError as error:
        return json.dumps({"failed": str(error)})
