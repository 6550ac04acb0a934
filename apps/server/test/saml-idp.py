"""An identity provider by pysaml2: reads one request as JSON, and writes its answer as JSON."""

import base64
import json
import sys

from cryptography.exceptions import InvalidSignature
from saml2 import BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.sigver import RSACrypto, verify_redirect_signature
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

asked = json.load(sys.stdin)
config = IdPConfig()
config.load(
    {
        "entityid": asked["entityId"],
        "key_file": asked["keyFile"],
        "cert_file": asked["certFile"],
        "xmlsec_binary": "/usr/bin/xmlsec1",
        "metadata": {"local": [asked["metadataFile"]]},
        "service": {
            "idp": {
                "endpoints": {
                    "single_sign_on_service": [(asked["signOnUrl"], BINDING_HTTP_REDIRECT)],
                    "single_logout_service": [
                        (asked.get("signOutUrl", asked["signOnUrl"]), BINDING_HTTP_REDIRECT)
                    ],
                },
            }
        },
    }
)
idp = Server(config=config)


def is_signed_by(query, certificate):
    try:
        return verify_redirect_signature(query, RSACrypto(None), certificate)
    except InvalidSignature:
        return False


def sign_out():
    """Takes a request to sign out, and answers it by a signed redirect."""
    query = asked["query"]
    request = idp.parse_logout_request(query["SAMLRequest"], BINDING_HTTP_REDIRECT)
    message = request.message
    certificates = idp.metadata.certs(message.issuer.text, "any", "signing")
    is_signed = any(is_signed_by(query, certificate) for certificate in certificates)
    response = idp.create_logout_response(message, [BINDING_HTTP_REDIRECT])
    [service] = idp.metadata.single_logout_service(message.issuer.text, BINDING_HTTP_REDIRECT, "spsso")
    sent = idp.apply_binding(
        BINDING_HTTP_REDIRECT,
        str(response),
        service["location"],
        query.get("RelayState", ""),
        response=True,
        sign=True,
        sigalg=SIG_RSA_SHA256,
    )
    return {
        "isSigned": is_signed,
        "subject": message.name_id.text,
        "session": message.session_index[0].text,
        "location": dict(sent["headers"])["Location"],
    }


if "signOutUrl" in asked:
    json.dump(sign_out(), sys.stdout)
    sys.exit()

request = idp.parse_authn_request(asked["query"]["SAMLRequest"], BINDING_HTTP_REDIRECT)
response = idp.create_authn_response(
    asked["attributes"],
    name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text=asked["subject"]),
    sign_response=asked["signResponse"],
    sign_assertion=asked["signAssertion"],
    sign_alg=SIG_RSA_SHA256,
    digest_alg=DIGEST_SHA256,
    authn={"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:Password", "authn_auth": asked["entityId"]},
    **idp.response_args(request.message),
)
json.dump({"response": base64.b64encode(str(response).encode()).decode()}, sys.stdout)
