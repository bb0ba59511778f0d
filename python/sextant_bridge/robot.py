"""What `TASK_ENV.robot` tells: aloha-agilex, two arms of six joints with a gripper each. All is commanded, but for `real` joints."""


class Robot:
    left_arm_dim = right_arm_dim = 6
    left_gripper_scale = right_gripper_scale = (-0.01, 0.045)
    left_gripper_bias = right_gripper_bias = 0.12

    def __init__(self, look):
        """`look` gives the newest snapshot."""
        for side, prefix in (("left", "fl"), ("right", "fr")):
            joints = ["{}_joint{}".format(prefix, joint) for joint in range(1, 7)]
            gripper = lambda side=side: look().arm(side)[6]  # noqa: E731
            facts = {
                "{}_arm_joints_name": joints,
                "get_{}_arm_jointState": lambda side=side: look().arm(side),
                "get_{}_arm_real_jointState": lambda side=side: look().measured_arm(side),
                "get_{}_gripper_val": gripper,
                "get_{}_ee_pose": lambda side=side: look().hand(side),
                "get_{}_endpose": lambda side=side: look().hand(side),
                "is_{}_gripper_open": lambda gripper=gripper: gripper() > 0.8,
                "is_{}_gripper_open_half": lambda gripper=gripper: gripper() > 0.45,
                "is_{}_gripper_close": lambda gripper=gripper: gripper() < 0.2,
            }
            for name, fact in facts.items():
                setattr(self, name.format(side), fact)
