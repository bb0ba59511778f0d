"""Turns an ACT checkpoint of LeRobot into an ONNX file and the manifest that Sextant reads beside it.

    pip install torch torchvision safetensors onnx onnxscript
    python examples/lerobot_act_to_onnx.py outputs/train/act/checkpoints/last/pretrained_model act.onnx
    sextant run rsb-math-4 --policy ./act.onnx

LeRobot itself is not needed: config.json and the weights say everything. Of the training part nothing is kept.
"""

import argparse
import json
import math
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn
from torchvision.models import get_model
from torchvision.models._utils import IntermediateLayerGetter
from torchvision.ops.misc import FrozenBatchNorm2d

# Cameras as LeRobot's data sets of two arms call them, and as Sextant does.
CAMERAS = {"cam_high": "head_camera", "cam_left_wrist": "left_camera", "cam_right_wrist": "right_camera"}
EPSILON = 1e-8


class Layer(nn.Module):
    """One layer of the encoder, or of the decoder, which looks at the encoder's tokens in between."""

    def __init__(self, config, looks):
        super().__init__()
        width, heads = config["dim_model"], config["n_heads"]
        self.before = config["pre_norm"]
        self.self_attn = nn.MultiheadAttention(width, heads)
        self.multihead_attn = nn.MultiheadAttention(width, heads) if looks else None
        self.linear1 = nn.Linear(width, config["dim_feedforward"])
        self.linear2 = nn.Linear(config["dim_feedforward"], width)
        self.norms = 3 if looks else 2
        for i in range(self.norms):
            setattr(self, f"norm{i + 1}", nn.LayerNorm(width))
        self.activation = {"relu": nn.functional.relu, "gelu": nn.functional.gelu, "glu": nn.functional.glu}[
            config["feedforward_activation"]
        ]

    def forward(self, x, place, seen=None, seen_place=None):
        def attend(x):
            at = x + place
            return self.self_attn(at, at, x, need_weights=False)[0]

        def look(x):
            return self.multihead_attn(x + place, seen + seen_place, seen, need_weights=False)[0]

        def think(x):
            return self.linear2(self.activation(self.linear1(x)))

        steps = [attend, look, think] if self.multihead_attn is not None else [attend, think]
        for i, step in enumerate(steps):
            norm = getattr(self, f"norm{i + 1}")
            x = x + step(norm(x)) if self.before else norm(x + step(x))
        return x


class Stack(nn.Module):
    def __init__(self, layers, norm):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.norm = norm

    def forward(self, x, *others):
        for layer in self.layers:
            x = layer(x, *others)
        return self.norm(x)


class Act(nn.Module):
    """What a checkpoint computes when it acts; parameters have LeRobot's names."""

    def __init__(self, config):
        super().__init__()
        width = config["dim_model"]
        self.latent = config["latent_dim"]
        resnet = get_model(
            config["vision_backbone"],
            weights=None,
            replace_stride_with_dilation=[False, False, bool(config["replace_final_stride_with_dilation"])],
            norm_layer=FrozenBatchNorm2d,
        )
        self.backbone = IntermediateLayerGetter(resnet, return_layers={"layer4": "feature_map"})
        nothing = nn.Identity()
        self.encoder = Stack(
            [Layer(config, False) for _ in range(config["n_encoder_layers"])],
            nn.LayerNorm(width) if config["pre_norm"] else nothing,
        )
        self.decoder = Stack([Layer(config, True) for _ in range(config["n_decoder_layers"])], nn.LayerNorm(width))
        self.encoder_robot_state_input_proj = nn.Linear(config["state"], width)
        self.encoder_latent_input_proj = nn.Linear(self.latent, width)
        self.encoder_img_feat_input_proj = nn.Conv2d(resnet.fc.in_features, width, kernel_size=1)
        self.encoder_1d_feature_pos_embed = nn.Embedding(2, width)
        self.decoder_pos_embed = nn.Embedding(config["chunk_size"], width)
        self.action_head = nn.Linear(width, config["action"])

    def forward(self, state, *pictures):
        tokens = [self.encoder_latent_input_proj(torch.zeros(1, self.latent)), self.encoder_robot_state_input_proj(state)]
        tokens = [torch.stack(tokens)]
        places = [self.encoder_1d_feature_pos_embed.weight.unsqueeze(1)]
        for picture in pictures:
            features = self.backbone(picture)["feature_map"]
            rows, columns = features.shape[-2:]
            tokens.append(self.encoder_img_feat_input_proj(features).flatten(2).permute(2, 0, 1))
            places.append(waves(rows, columns, self.encoder_latent_input_proj.out_features))
        seen, seen_place = torch.cat(tokens), torch.cat(places)
        place = self.decoder_pos_embed.weight.unsqueeze(1)
        return self.action_head(
            self.decoder(torch.zeros_like(place), place, self.encoder(seen, seen_place), seen_place).transpose(0, 1)
        )


def waves(rows, columns, width):
    """Where each cell of a picture is: sines and cosines of its row, then of its column, a token each."""
    half = width // 2
    step = torch.arange(half, dtype=torch.float32)
    slow = 10000 ** (2 * torch.div(step, 2, rounding_mode="floor") / half)

    def along(count):
        angle = (torch.arange(1, count + 1, dtype=torch.float32) / (count + 1e-6) * 2 * math.pi).unsqueeze(1) / slow
        return torch.stack((angle[:, 0::2].sin(), angle[:, 1::2].cos()), dim=-1).flatten(1)

    down = along(rows).unsqueeze(1).expand(rows, columns, half)
    across = along(columns).unsqueeze(0).expand(rows, columns, half)
    return torch.cat((down, across), dim=-1).reshape(rows * columns, 1, width)


def scaling(stats, key, mode, unit=1.0):
    """How values of a feature are made small, as `mean` and `std` of the manifest. `unit`: how large a raw 1 is there."""
    if mode == "IDENTITY":
        return [0.0], [unit]
    names = {"MEAN_STD": ("mean", "std"), "MIN_MAX": ("min", "max")}.get(mode)
    if names is None:
        raise SystemExit(f"{key} is scaled by {mode}, which this script does not know")
    first, second = (stats.get(f"{key}.{name}") for name in names)
    if first is None or second is None:
        raise SystemExit(f"the checkpoint has no {' and '.join(names)} of {key}")
    first, second = first.flatten().double(), second.flatten().double()
    mean, std = (first, second) if mode == "MEAN_STD" else ((first + second) / 2, (second - first) / 2)
    return (mean * unit).tolist(), ((std + EPSILON) * unit).tolist()


def read_stats(folder, weights):
    """Means and the like by feature: beside the weights, or, in checkpoints before LeRobot 0.4, among them."""
    stats = {}
    for file in sorted(folder.glob("policy_p*processor*.safetensors")):
        stats.update(load_file(file))
    for name, value in weights.items():
        part, _, rest = name.partition(".buffer_")
        if part in ("normalize_inputs", "normalize_targets", "unnormalize_outputs"):
            feature, _, kind = rest.rpartition(".")
            stats[f"{feature.replace('observation_images_', 'observation.images.').replace('observation_state', 'observation.state')}.{kind}"] = value
    return stats


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path, help="folder with config.json and model.safetensors")
    parser.add_argument("out", type=Path, help="the ONNX file; its manifest is written beside it")
    parser.add_argument("--camera", action="append", default=[], metavar="THEIRS=OURS", help="cam_high=head_camera")
    parser.add_argument("--state", choices=["commanded", "joints"], default="commanded", help="what its state was")
    parser.add_argument("--every", type=int, default=15, help="physics steps per command: 250 / frames per second")
    opts = parser.parse_args()

    config = json.loads((opts.checkpoint / "config.json").read_text())
    if config.get("type") != "act":
        raise SystemExit(f"this is a checkpoint of {config.get('type')}, not of act")
    if config.get("temporal_ensemble_coeff") is not None:
        print("temporal ensembling is left out: every chunk is carried out as it is")
    inputs, outputs = config["input_features"], config["output_features"]
    cameras = [key for key, feature in inputs.items() if feature["type"] == "VISUAL"]
    strange = [key for key in inputs if key not in cameras and key != "observation.state"]
    if strange or not cameras or "observation.state" not in inputs:
        raise SystemExit(f"a robot here has pictures and a state, the checkpoint wants {', '.join(inputs)}")
    state, action = inputs["observation.state"]["shape"][0], outputs["action"]["shape"][0]
    if (state, action) != (14, 14):
        raise SystemExit(f"two arms have 14 numbers; state and action of the checkpoint have {state} and {action}")

    weights = load_file(opts.checkpoint / "model.safetensors")
    stats = read_stats(opts.checkpoint, weights)
    network = Act({**config, "state": state, "action": action})
    own = {name.removeprefix("model."): value for name, value in weights.items() if name.startswith("model.")}
    # The encoder of actions is for training alone.
    own = {name: value for name, value in own.items() if not name.startswith("vae_encoder")}
    network.load_state_dict(own, strict=True)
    network.eval()

    names = {key: key.removeprefix("observation.images.") for key in cameras}
    renamed = {**CAMERAS, **dict(pair.split("=", 1) for pair in opts.camera)}
    sizes = {key: inputs[key]["shape"][-2:] for key in cameras}
    example = (torch.zeros(1, state), *(torch.zeros(1, 3, *sizes[key]) for key in cameras))
    torch.onnx.export(
        network,
        example,
        opts.out,
        input_names=["state", *names.values()],
        output_names=["actions"],
        opset_version=18,
        external_data=False,
        dynamo=True,
        verbose=False,
    )

    modes = config["normalization_mapping"]

    def scaled(key, kind, unit=1.0):
        mean, std = scaling(stats, key, modes.get(kind, "IDENTITY"), unit)
        return {"mean": mean, "std": std}

    pictures = {
        names[key]: {
            "is": "picture",
            "camera": renamed.get(names[key], names[key]),
            "width": sizes[key][1],
            "height": sizes[key][0],
            "layout": "chw",
            # LeRobot's pictures go from 0 to 1, bytes to 255.
            **scaled(key, "VISUAL", 255.0),
        }
        for key in cameras
    }
    manifest = {
        "sextant": 1,
        "name": opts.out.stem,
        "about": f"ACT of LeRobot, from {opts.checkpoint.name}",
        "inputs": {"state": {"is": opts.state, **scaled("observation.state", "STATE")}, **pictures},
        "outputs": {"actions": {"is": "joint-chunk", **scaled("action", "ACTION")}},
        "execute": config["n_action_steps"],
        "every": opts.every,
    }
    opts.out.with_suffix(".json").write_text(json.dumps(manifest, indent=2) + "\n")
    print(f"{opts.out} and {opts.out.with_suffix('.json')}: {len(cameras)} cameras, {config['chunk_size']} commands")


if __name__ == "__main__":
    main()
