"""``make reader``: train the reader from the public sets and the project's own questions, and store its weights."""

import argparse
from pathlib import Path

import torch

from qa.reader.training.activations import smoothing_factors
from qa.reader.training.loop import Schedule, train
from qa.reader.weights import FOLDER, store

ROOT = Path(__file__).parents[3]


def main() -> None:
    """Train to the end, going on from the last saved state; two to three hours on two cores."""
    parser = argparse.ArgumentParser(description="Train the reader")
    parser.add_argument(
        "--data", type=Path, default=ROOT.parent / "shared" / "bench", help="folder with cmrc_*.json and drcd_dev.json"
    )
    parser.add_argument("--state", type=Path, default=ROOT / "bench-results" / "reader", help="where states are saved")
    parser.add_argument("--out", type=Path, default=FOLDER, help="where the weights go")
    args = parser.parse_args()
    if not args.data.is_dir():
        parser.error(f"there is no folder {args.data}; give the one with cmrc_trial.json, cmrc_dev.json, drcd_dev.json")
    args.state.mkdir(parents=True, exist_ok=True)
    schedule = Schedule()
    weights = train(args.data, args.state, schedule)
    factors = smoothing_factors(weights, args.data, schedule.seed)
    training = {"steps": schedule.steps, "runs": schedule.runs, "seed": schedule.seed, "torch": torch.__version__}
    store(weights, training, args.out, factors)


main()
