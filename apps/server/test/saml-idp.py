"""An identity provider by pysaml2: reads one request as JSON, and writes its answer as JSON."""

import base64
import json
import sys

from saml2 import BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
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
                "endpoints": {"single_sign_on_service": [(asked["signOnUrl"], BINDING_HTTP_REDIRECT)]},
            }
        },
    }
)
idp = Server(config=config)
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
