"""Answers with a model written for VLMEvalKit: a class with `generate_inner(msgs, dataset=None)`."""

from .channel import Closed
from .failure import failure
from .loading import add_paths, load_module, member
from .vlmeval_stand_in import offer_stand_in


def serve_model(channel, order):
    add_paths(order["file"])
    offer_stand_in()
    model = member(load_module(order["file"]), order["name"])()
    generate = getattr(model, "generate", None) or model.generate_inner
    channel.send({})
    while True:
        question, _ = channel.receive()
        try:
            text = generate(question["msgs"], dataset=question["dataset"])
            if not isinstance(text, str):
                raise TypeError("the model returned {}, not a text".format(type(text).__name__))
        except Closed:
            raise
        except BaseException as error:
            channel.send(failure(error))
        else:
            channel.send({"text": text})
