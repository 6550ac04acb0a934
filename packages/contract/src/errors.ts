export interface ErrorDefinition {
  /** HTTP status of the answer. */
  readonly status: number
  readonly meaning: string
  /** Fields beside `result`, `msg` and `code`, each with its meaning. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Every error code that an answer can carry. */
export const errorCodes = {
  BAD_REQUEST: { status: 400, meaning: 'The request cannot be carried out; `msg` gives the reason.' },
  REQUEST_VARIABLE_MISSING: {
    status: 400,
    meaning: 'A required parameter is missing.',
    fields: { var_name: 'Name of the parameter.' },
  },
  REQUEST_VARIABLE_INVALID: {
    status: 400,
    meaning: 'A parameter has an invalid value.',
    fields: { var_name: 'Name of the parameter.' },
  },
  UNAUTHORIZED: {
    status: 401,
    meaning:
      'The request has no valid HTTP Basic credentials, or below `/json` no session. Or they belong to an incoming webhook, which can only send messages.',
  },
  INVALID_API_KEY: {
    status: 401,
    meaning:
      'No user of this organization has this email address and API key, or the access token has ended.',
  },
  USER_DEACTIVATED: { status: 401, meaning: 'The account is deactivated.' },
  REALM_DEACTIVATED: { status: 401, meaning: 'The organization is deactivated.' },
  AUTHENTICATION_FAILED: { status: 401, meaning: 'User name or password is wrong.' },
  PASSWORD_AUTH_DISABLED: {
    status: 401,
    meaning: 'This organization does not allow sign-in by password.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    meaning:
      'The access token lacks the scope that the call needs, or no access token may make this call. Nothing was done.',
  },
  CSRF_FAILED: {
    status: 403,
    meaning:
      'Another site made a browser send the request with the credentials that it keeps. Nothing was done.',
  },
  STEP_UP_REQUIRED: {
    status: 403,
    meaning:
      'The session has not proved within 15 minutes that it is you: prove it, and call again. Nothing was done.',
    fields: {
      ways: 'Ways in which you can, the first one recommended: `password`, `code`, `recovery`, `passkey` or `sign_in`.',
    },
  },
  NONEXISTENT_SUBDOMAIN: { status: 404, meaning: 'No organization uses this host name.' },
  PERMISSION_DENIED: { status: 400, meaning: 'Only accounts of another kind may call this endpoint.' },
  UNAUTHORIZED_PRINCIPAL: { status: 400, meaning: 'The caller’s role does not allow this.' },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    meaning:
      'A call with the same `Idempotency-Key` is under way, or was carried out and its answer is not known. It is not carried out again.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    meaning:
      'Another call has the same `Idempotency-Key`: another endpoint, or other arguments. Nothing was done.',
  },
  RATE_LIMIT_HIT: {
    status: 429,
    meaning: 'Too many requests. Wait before the next one.',
    fields: { 'retry-after': 'Seconds to wait. The header Retry-After has them too.' },
  },
  BAD_EVENT_QUEUE_ID: {
    status: 400,
    meaning: 'The event queue does not exist, is not yours or has expired. Register a new one.',
    fields: { queue_id: 'The id of the queue asked for.' },
  },
  STREAM_DOES_NOT_EXIST: {
    status: 400,
    meaning: 'The channel does not exist, or you may not see it.',
    fields: { stream: 'The name asked for. If an id was asked for, `stream_id` holds it.' },
  },
  CHANNEL_ALREADY_EXISTS: {
    status: 409,
    meaning: 'The organization already has a channel with this name.',
    fields: { channel_name: 'The name asked for.' },
  },
  EXPECTATION_MISMATCH: {
    status: 400,
    meaning: 'The value has changed: it is no longer the `old` one of the request. Fetch it and try again.',
  },
  CANNOT_DEACTIVATE_LAST_USER: {
    status: 400,
    meaning: 'The organization would be left without an owner or without users.',
    fields: {
      is_last_owner: 'True for the only owner, false for the only user.',
      entity: 'The same as a phrase: `organization owner` or `user`.',
    },
  },
  CANNOT_DEACTIVATE_GROUP_IN_USE: {
    status: 400,
    meaning: 'The group is part of other groups, or settings name it.',
    fields: { objections: 'The places that use it: lists of settings and supergroups.' },
  },
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    meaning: 'You may not mention everybody in this topic.',
  },
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    meaning: 'You may not mention everybody in this channel.',
  },
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: {
    status: 400,
    meaning: 'Some of the messages are too old for you to move.',
    fields: {
      first_message_id_allowed_to_move: 'Id of the oldest message of the topic that you may move, or null.',
      total_messages_in_topic: 'The number of messages in the topic.',
      total_messages_allowed_to_move: 'The number of messages that you may move. These are the newest ones.',
    },
  },
  REACTION_ALREADY_EXISTS: {
    status: 400,
    meaning: 'You have already reacted to the message with this emoji.',
  },
  REACTION_DOES_NOT_EXIST: { status: 400, meaning: 'You have no such reaction to the message.' },
  BAD_IMAGE: { status: 400, meaning: 'The file is broken or not a picture of a supported format.' },
  REALM_UPLOAD_OVER_QUOTA: {
    status: 400,
    meaning: 'The organization’s uploads would exceed their limit.',
  },
  INVITATION_FAILED: {
    status: 400,
    meaning: 'Some or all invitations were not sent. `msg` and `errors` say which, and why.',
    fields: {
      errors:
        'List of `[email address, reason, whether a deactivated account has the address]`, one for each address left out.',
      sent_invitations: 'Whether the other invitations were sent.',
      daily_limit_reached: 'Always false: the server has no such limit.',
      license_limit_reached: 'Always false: the server has no licenses.',
    },
  },
  PUSH_SERVICE_NOT_CONFIGURED: {
    status: 400,
    meaning: 'The server is not set up to send mobile notifications.',
  },
  NO_ACTIVE_PUSH_DEVICE: {
    status: 400,
    meaning: 'No device is registered for mobile notifications, so the test has no target.',
  },
  ADMIN_ACTION_REQUIRED: {
    status: 403,
    meaning: 'The push service refuses this server. Its administrators have to correct the configuration.',
  },
  FAILED_TO_CONNECT_BOUNCER: {
    status: 502,
    meaning: 'The push service cannot be reached or does not answer.',
  },
  INTERNAL_SERVER_ERROR_ON_BOUNCER: { status: 502, meaning: 'The push service has failed internally.' },
  INVALID_PUSH_DEVICE_TOKEN: { status: 400, meaning: 'The user has no device with this push token.' },
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: {
    status: 400,
    meaning: 'The push service does not know this push token.',
  },
  INVALID_VIDEO_CALL_PROVIDER_TOKEN: {
    status: 400,
    meaning:
      'The caller has not connected an account of the service for calls, or the service no longer accepts the connection. Connect it again.',
  },
  UNSUPPORTED_WEBHOOK_EVENT_TYPE: {
    status: 200,
    meaning:
      'The integration knows the event and posts nothing for it. The status is 200, so that services do not repeat it or switch the webhook off.',
    fields: { webhook_name: 'Label of the integration.', event_type: 'The event.' },
  },
  ANOMALOUS_WEBHOOK_PAYLOAD: {
    status: 400,
    meaning: 'The payload is not of the service that the address names.',
    fields: { webhook_name: 'Label of the integration.' },
  },
  MISSING_HTTP_EVENT_HEADER: {
    status: 400,
    meaning: 'The header that names the event is missing, so the request is not from the service.',
    fields: { webhook_name: 'Label of the integration.', header: 'Name of the header.' },
  },
  INVALID_JSON: { status: 400, meaning: 'The payload of a webhook is not valid JSON.' },
  NOT_FOUND: { status: 404, meaning: 'No endpoint has this path.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path does not support this method. The header Allow lists the methods it supports.',
    fields: { allowed_methods: 'The methods that the path supports.' },
  },
  REQUEST_TOO_LARGE: {
    status: 413,
    meaning:
      'The form is too large. The limits are 1 MiB without files, 8 MiB for drafts and bot storage, and 16 KiB for calls without an account. All fields count together.',
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The body is not form-encoded and not multipart.' },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    meaning: 'The server has failed. Its log has the details, under the id that `msg` names.',
  },
  SERVER_UNAVAILABLE: {
    status: 503,
    meaning:
      'The server is stopping, its database is damaged or cannot be reached, too many people give their passwords at the same time, or others kept changing the same thing. Try again later.',
  },
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errorCodes
