"""What the world sends, as policies for RoboTwin expect it."""

import numpy as np

from .frames import arrays_of


class Snapshot:
    """One observation, unpacked anew for everybody who asks: policies write into what they get."""

    def __init__(self, header, body):
        self.step = header["step"]
        self._arrays = arrays_of(header, body)

    def arm(self, side):
        """Six joints and the gripper, as last commanded."""
        state = self._arrays["state"]
        return (state[:7] if side == "left" else state[7:]).tolist()

    def measured_arm(self, side):
        """Six joints as measured and the gripper as last commanded, as upstream has it."""
        joints = self._arrays["joints"]
        return (joints[:6] if side == "left" else joints[7:13]).tolist() + self.arm(side)[6:]

    def hand(self, side):
        """Position and quaternion (w first)."""
        return self._arrays[side].tolist()

    def as_dict(self):
        found = {"observation": {}, "pointcloud": [], "joint_action": {}, "endpose": {}}
        if "pointcloud" in self._arrays:
            found["pointcloud"] = self._arrays["pointcloud"].copy()
        for name, array in self._arrays.items():
            camera, _, what = name.partition("/")
            if what:
                found["observation"].setdefault(camera, {})[what] = array.copy()
        for view in found["observation"].values():
            view["cam2world_gl"] = camera_to_world(view["extrinsic_cv"])
            for matrix in ("intrinsic_cv", "extrinsic_cv", "cam2world_gl"):
                view[matrix] = view[matrix].astype(np.float32)
            if "depth" in view:
                view["depth"] = view["depth"].astype(np.float64)
        observer = found["observation"].pop("observer_camera", None)
        if observer:
            found["third_view_rgb"] = observer["rgb"]
        for side in ("left", "right"):
            arm = self.arm(side)
            found["joint_action"].update({side + "_arm": arm[:6], side + "_gripper": arm[6]})
            found["endpose"].update({side + "_endpose": self.hand(side), side + "_gripper": arm[6]})
        found["joint_action"]["vector"] = self._arrays["state"].copy()
        return found


def camera_to_world(extrinsic):
    """Its inverse, for a camera whose y axis points up and whose z axis points backwards."""
    rotation, shift = extrinsic[:, :3], extrinsic[:, 3]
    matrix = np.eye(4)
    matrix[:3, :3] = rotation.T * [1, -1, -1]
    matrix[:3, 3] = -rotation.T @ shift
    return matrix
