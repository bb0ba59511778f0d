"""Policy servers and a client as Python people write them, for tests: peer.py openpi|lebedov|vla-eval|robotwin, or client URL."""

import asyncio
import base64
import io
import json
import socket
import sys

import msgpack
import numpy as np


def chunk(state, pictures):
    """Two commands: the state, and one whose first number tells what the pictures add up to."""
    actions = np.stack([state, state]).astype(np.float32)
    actions[1, 0] = sum(int(picture.sum()) for picture in pictures) % 1000 / 1000
    return actions


def binary(o):
    if isinstance(o, np.ndarray):
        return {b"__ndarray__": True, b"data": o.tobytes(), b"dtype": o.dtype.str, b"shape": o.shape}
    return {b"__npgeneric__": True, b"data": o.item(), b"dtype": o.dtype.str}


def unbinary(m):
    return np.ndarray(m[b"shape"], m[b"dtype"], m[b"data"]) if b"__ndarray__" in m else m


def lebedov(o):
    return {b"nd": True, b"type": o.dtype.str, b"kind": b"", b"shape": o.shape, b"data": o.tobytes()}


def unlebedov(m):
    return np.ndarray(m[b"shape"], m[b"type"], m[b"data"]) if m.get(b"nd") is True else m


def text(o):
    return {"__ndarray__": True, "data": o.tobytes(), "dtype": o.dtype.str, "shape": list(o.shape)}


def untext(m):
    if "__image__" in m:
        from PIL import Image

        return np.array(Image.open(io.BytesIO(m["data"])))
    return np.frombuffer(m["data"], m["dtype"]).reshape(m["shape"]) if "__ndarray__" in m else m


def answer_openpi(m):
    assert m["state"].shape == (14,) and all(p.shape == (3, 224, 224) for p in m["images"].values())
    if m["prompt"] == "fail":
        raise KeyError("no such thing")
    return {"actions": chunk(m["state"], m["images"].values()), "policy_timing": {"infer_ms": np.float64(1.5)}}


def answer_lebedov(m):
    kind = {"infer": "infer_result", "reset": "reset_result"}.get(m["message_type"], m["message_type"] + "_ack")
    payload = {"ok": True}
    if kind == "infer_result":
        seen = m["payload"]["observation"]
        state = np.concatenate([seen["state"][side + part] for side in ("left", "right") for part in ("_arm_joint_state", "_ee_joint_state")])
        rows = chunk(state, [camera["color"] for camera in seen["vision"].values()])
        names = ("left_arm_joint_state", "left_ee_joint_state", "right_arm_joint_state", "right_ee_joint_state")
        payload = {"actions": [dict(zip(names, np.split(row, [6, 7, 13]))) for row in rows]}
    return {**m, "message_type": kind, "payload": payload}


def answer_vla(m):
    if m["type"] in ("episode_start", "episode_end"):
        return None
    if m["type"] == "hello":
        return {**m, "payload": {"harness_version": "0", "protocol_version": 1}}
    seen = m["payload"]
    return {**m, "type": "action", "payload": {"actions": chunk(seen["joint_state"], seen["images"].values())}}


async def websocket(answer, pack, unpack, greeting):
    import traceback

    import websockets.asyncio.server as server

    async def handle(connection):
        if greeting is not None:
            await connection.send(msgpack.packb(greeting))
        async for frame in connection:
            try:
                reply = answer(msgpack.unpackb(frame, object_hook=unpack))
            except Exception:
                await connection.send(traceback.format_exc())
                await connection.close(1011)
                return
            if reply is not None:
                await connection.send(msgpack.packb(reply, default=pack))

    async with server.serve(handle, "127.0.0.1", 0, compression=None, max_size=None) as running:
        print(running.sockets[0].getsockname()[1], flush=True)
        await running.serve_forever()


def revive(m):
    if "__numpy_array__" in m:
        return np.frombuffer(base64.b64decode(m["data"]), m["dtype"]).reshape(m["shape"])
    return m


def robotwin():
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    while True:
        stream = listening.accept()[0].makefile("rwb")
        while head := stream.read(4):
            request = json.loads(stream.read(int.from_bytes(head, "big")), object_hook=revive)
            result = None
            if request["cmd"] == "get_action":
                seen = request["obs"]
                rows = chunk(seen["joint_action"]["vector"], [camera["rgb"] for camera in seen["observation"].values()])
                data = base64.b64encode(rows.tobytes()).decode()
                result = {"__numpy_array__": True, "data": data, "dtype": str(rows.dtype), "shape": rows.shape}
            reply = json.dumps({"res": result}).encode()
            stream.write(len(reply).to_bytes(4, "big") + reply)
            stream.flush()


def client(url):
    from websockets.sync.client import connect

    with connect(url, compression=None, max_size=None) as connection:
        about = msgpack.unpackb(connection.recv(), object_hook=unbinary)
        state = np.arange(14) / 10
        connection.send(msgpack.packb({"state": state, "prompt": "go"}, default=binary))
        reply = msgpack.unpackb(connection.recv(), object_hook=unbinary)
        connection.send(msgpack.packb({"state": state[:3], "prompt": "go"}, default=binary))
        error = connection.recv()
    actions = reply["actions"]
    print(json.dumps({"about": about, "same": bool((actions == state).all()), "shape": actions.shape, "error": error}))


if __name__ == "__main__":
    what = sys.argv[1]
    if what == "robotwin":
        robotwin()
    elif what == "client":
        client(sys.argv[2])
    else:
        modes = {
            "openpi": (answer_openpi, binary, unbinary, {"reset_pose": [0, -1.5, 1.5, 0, 0, 0]}),
            "lebedov": (answer_lebedov, lebedov, unlebedov, None),
            "vla-eval": (answer_vla, text, untext, None),
        }
        asyncio.run(websocket(*modes[what]))
