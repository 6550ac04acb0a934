export interface ErrorDefinition {
  /** HTTP status of the answer. */
  readonly status: number
  readonly meaning: string
  /** Fields beside `result`, `msg` and `code`, with what they hold. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Every error code that an answer can carry. */
export const errorCodes = {
  BAD_REQUEST: { status: 400, meaning: 'The request cannot be carried out as it stands; `msg` says why.' },
  REQUEST_VARIABLE_MISSING: {
    status: 400,
    meaning: 'A required parameter is missing.',
    fields: { var_name: 'Name of the parameter.' },
  },
  REQUEST_VARIABLE_INVALID: {
    status: 400,
    meaning: 'A parameter has a value that it cannot have.',
    fields: { var_name: 'Name of the parameter.' },
  },
  UNAUTHORIZED: {
    status: 401,
    meaning:
      'The request carries no valid HTTP Basic credentials, or those of an incoming webhook, which can only send messages.',
  },
  INVALID_API_KEY: {
    status: 401,
    meaning: 'No user of this organization has this email address and API key.',
  },
  USER_DEACTIVATED: { status: 401, meaning: 'The account is deactivated.' },
  REALM_DEACTIVATED: { status: 401, meaning: 'The organization is deactivated.' },
  AUTHENTICATION_FAILED: { status: 401, meaning: 'User name or password is wrong.' },
  PASSWORD_AUTH_DISABLED: {
    status: 401,
    meaning: 'This organization does not allow signing in by password.',
  },
  NONEXISTENT_SUBDOMAIN: { status: 404, meaning: 'No organization answers on this host name.' },
  PERMISSION_DENIED: { status: 400, meaning: 'Only accounts of another kind may call this.' },
  UNAUTHORIZED_PRINCIPAL: { status: 400, meaning: 'The caller lacks the role that this needs.' },
  RATE_LIMIT_HIT: {
    status: 429,
    meaning: 'Too many requests; wait before the next.',
    fields: { 'retry-after': 'Seconds to wait; also in the header Retry-After.' },
  },
  BAD_EVENT_QUEUE_ID: {
    status: 400,
    meaning: 'The event queue does not exist, is not yours or has expired: register a new one.',
    fields: { queue_id: 'The queue asked for.' },
  },
  STREAM_DOES_NOT_EXIST: {
    status: 400,
    meaning: 'No channel of that name or id exists, or you may not know it.',
    fields: { stream: 'The name asked for, or `stream_id` the id.' },
  },
  CHANNEL_ALREADY_EXISTS: {
    status: 409,
    meaning: 'The organization has a channel of that name already.',
    fields: { channel_name: 'The name asked for.' },
  },
  EXPECTATION_MISMATCH: {
    status: 400,
    meaning: 'What is to be changed is no longer what the caller gave as its old value; look again.',
  },
  CANNOT_DEACTIVATE_LAST_USER: {
    status: 400,
    meaning: 'The organization would be left without an owner, or without anybody.',
    fields: {
      is_last_owner: 'True for the only owner, false for the only user.',
      entity: 'The same in words: `organization owner` or `user`.',
    },
  },
  CANNOT_DEACTIVATE_GROUP_IN_USE: {
    status: 400,
    meaning: 'The group is a part of other groups, or settings name it.',
    fields: { objections: 'Where it is used: lists of settings and supergroups.' },
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
      first_message_id_allowed_to_move: 'The oldest message of the topic that you may move, or null.',
      total_messages_in_topic: 'How many messages the topic has.',
      total_messages_allowed_to_move: 'How many of them you may move: the newest ones.',
    },
  },
  REACTION_ALREADY_EXISTS: { status: 400, meaning: 'You have reacted to the message like this already.' },
  REACTION_DOES_NOT_EXIST: { status: 400, meaning: 'There is no such reaction of yours to the message.' },
  BAD_IMAGE: { status: 400, meaning: 'The file is no picture of a supported format, or it is broken.' },
  REALM_UPLOAD_OVER_QUOTA: {
    status: 400,
    meaning: 'The organization’s uploads would take up more than they may.',
  },
  INVITATION_FAILED: {
    status: 400,
    meaning: 'Some or all of the invitations were not sent; `msg` and `errors` say which and why.',
    fields: {
      errors:
        'List of `[email address, reason, whether a deactivated account has the address]` for each one left out.',
      sent_invitations: 'Whether the others were sent.',
      daily_limit_reached: 'Always false: there is no such limit.',
      license_limit_reached: 'Always false: there are no licenses.',
    },
  },
  PUSH_SERVICE_NOT_CONFIGURED: {
    status: 400,
    meaning: 'The server has no way to send mobile notifications.',
  },
  NO_ACTIVE_PUSH_DEVICE: {
    status: 400,
    meaning: 'No device is registered for mobile notifications that a test could go to.',
  },
  ADMIN_ACTION_REQUIRED: {
    status: 403,
    meaning: 'The push service refuses this server; its administrators have to see to the configuration.',
  },
  FAILED_TO_CONNECT_BOUNCER: {
    status: 502,
    meaning: 'The push service cannot be reached or does not answer.',
  },
  INTERNAL_SERVER_ERROR_ON_BOUNCER: { status: 502, meaning: 'The push service has a fault of its own.' },
  INVALID_PUSH_DEVICE_TOKEN: { status: 400, meaning: 'The user has no device with this push token.' },
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: {
    status: 400,
    meaning: 'The push service does not know this push token.',
  },
  NOT_FOUND: { status: 404, meaning: 'No endpoint has this path.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path exists, but not with this method; the header Allow lists those it has.',
    fields: { allowed_methods: 'The methods that the path has.' },
  },
  REQUEST_TOO_LARGE: {
    status: 413,
    meaning:
      'The form is larger than the server accepts: 1 MiB without its files, 8 MiB for drafts and for what bots keep, 16 KiB for calls without an account. All fields count together.',
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The body is neither form-encoded nor multipart.' },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    meaning: 'A fault of the server. The log has the details under the id that `msg` names.',
  },
  SERVER_UNAVAILABLE: {
    status: 503,
    meaning: 'The server is stopping, or its database cannot be reached or is damaged; try again.',
  },
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errorCodes
