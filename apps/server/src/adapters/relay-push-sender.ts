import { createHash } from 'node:crypto'
import {
  type PushDelivery,
  type PushRequest,
  type PushSender,
  type PushStanding,
  RegistrationRejected,
  type TokenRegistration,
} from '#ports/push-sender.ts'
import { pushFailure, type PushReply, requestPushService } from './push-http.ts'
import { apnsHeaders, fcmData, fcmPriority, relayedApnsPayload, relayedSealedPayload } from './push-wire.ts'

/** Codes of a relay for a registration that can never succeed. */
const finalCodes: ReadonlySet<unknown> = new Set([
  'INVALID_BOUNCER_PUBLIC_KEY',
  'INVALID_ENCRYPTED_PUSH_REGISTRATION',
  'REQUEST_EXPIRED',
])

export interface RelaySettings {
  /** Without a slash at the end. */
  readonly url: string
  /** Id of this server at the relay. */
  readonly id: string
  readonly key: string
  readonly timeoutSeconds: number
}

/**
 * Hands notifications to a relay, which knows the devices' tokens and calls Apple and Google. Of an encrypted
 * notification, the relay learns only the device. Every call names the notification in `Idempotency-Key`.
 */
export function relayPushSender(settings: RelaySettings): PushSender {
  const relay = relayCalls(settings)
  /** Unencrypted tokens, by their ids at the relay. */
  const registered = new Set<string>()
  return {
    async register({ organization, tokenId, publicKey, encryptedRegistration }: TokenRegistration) {
      const reply = await relay.postForm('e2ee/register', {
        realm_uuid: organization,
        token_id: tokenId,
        bouncer_public_key: publicKey,
        encrypted_push_registration: encryptedRegistration,
      })
      if (finalCodes.has(reply.body.code)) throw new RegistrationRejected(String(reply.body.code))
      if (reply.status !== 200) throw pushFailure('The push relay', reply)
      return undefined
    },
    send: (request) =>
      request.content.kind === 'encrypted'
        ? sendEncrypted(relay, request, request.content)
        : sendPlain(relay, registered, request, request.content),
    close: async () => {},
  }
}

interface RelayCalls {
  postForm(path: string, fields: Record<string, string>): Promise<PushReply>
  /** `key` lets the relay recognize a repeated call. */
  postJson(path: string, body: object, key: string): Promise<PushReply>
}

function relayCalls({ url, id, key: secret, timeoutSeconds }: RelaySettings): RelayCalls {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const post = (path: string, body: string, headers: Record<string, string>): Promise<PushReply> =>
    requestPushService(`${url}/api/v1/remotes/push/${path}`, {
      headers: { authorization, ...headers },
      body,
      timeoutSeconds,
    })
  return {
    postForm: (path, fields) =>
      post(path, String(new URLSearchParams(fields)), {
        'content-type': 'application/x-www-form-urlencoded',
      }),
    postJson: (path, body, key) =>
      post(path, JSON.stringify(body), { 'content-type': 'application/json', 'idempotency-key': key }),
  }
}

async function sendEncrypted(
  relay: RelayCalls,
  request: PushRequest,
  content: Extract<PushRequest['content'], { kind: 'encrypted' }>,
): Promise<PushDelivery> {
  const { tokenId, kind } = request
  const encrypted = { push_key_id: content.keyId, encrypted_data: content.data }
  const reply = await relay.postJson(
    'e2ee/notify',
    {
      realm_uuid: request.organization,
      push_requests: [
        kind === 'apns'
          ? {
              token_id: tokenId,
              payload: relayedSealedPayload(request.isUrgent, content),
              http_headers: apnsHeaders(request),
            }
          : { token_id: tokenId, payload: encrypted, fcm_priority: fcmPriority(request) },
      ],
    },
    request.id,
  )
  if (reply.status !== 200) throw pushFailure('The push relay', reply)
  const { delete_token_ids: dead, realm_push_status: status } = reply.body
  return { isDead: Array.isArray(dead) && dead.includes(tokenId), standing: standingOf(status) }
}

async function sendPlain(
  relay: RelayCalls,
  registered: Set<string>,
  request: PushRequest,
  { payload }: Extract<PushRequest['content'], { kind: 'plain' }>,
): Promise<PushDelivery> {
  const { kind, appId } = request
  const token = request.token ?? ''
  const addressee = addresseeOf(request, token)
  // The relay delivers only to tokens that were registered with it.
  if (!registered.has(addressee)) {
    const reply = await relay.postForm('register', {
      realm_uuid: request.organization,
      user_uuid: addressee,
      token,
      token_kind: kind === 'apns' ? '1' : '2',
      ...(appId === null ? {} : { ios_app_id: appId }),
    })
    if (reply.status !== 200) throw pushFailure('The push relay', reply)
    registered.add(addressee)
  }
  const reply = await relay.postJson(
    'notify',
    {
      realm_uuid: request.organization,
      user_uuid: addressee,
      apns_payload: kind === 'apns' ? relayedApnsPayload(payload) : {},
      gcm_payload: kind === 'fcm' ? fcmData(request) : {},
      gcm_options: { priority: fcmPriority(request) },
      apple_devices: kind === 'apns' ? [token] : [],
      android_devices: kind === 'fcm' ? [token] : [],
    },
    request.id,
  )
  if (reply.status !== 200) throw pushFailure('The push relay', reply)
  const deleted = (reply.body.deleted_devices ?? {}) as Record<string, unknown>
  const dead = deleted[kind === 'apns' ? 'apple_devices' : 'android_devices']
  const isDead = Array.isArray(dead) && dead.includes(token)
  // The token may come back, and has to be registered again then.
  if (isDead) registered.delete(addressee)
  return { isDead, standing: standingOf(reply.body.realm) }
}

/**
 * Id of an unencrypted token at the relay: a UUID made from the token and its owner (version 5 of RFC 9562). A relay
 * notifies all tokens of a user at once; with an id each, every token rings once.
 */
function addresseeOf({ organization, userId, kind }: PushRequest, token: string): string {
  const namespace = Buffer.from(organization.replaceAll('-', ''), 'hex')
  const bytes = createHash('sha1').update(namespace).update(`${userId} ${kind} ${token}`).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex', 0, 16).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Reads a relay's remark about the organization: it may end its service, or have ended it. */
function standingOf(status: unknown): PushStanding {
  const { can_push, expected_end_timestamp: until } = (status ?? {}) as Record<string, unknown>
  return { isServed: can_push !== false, until: typeof until === 'number' ? until : null }
}
