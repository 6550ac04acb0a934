import type { OrganizationRecord } from '#model/records.ts'
import type { PushDelivery, PushRequest, PushSender } from '#ports/push-sender.ts'
import type { ActiveDeviceRow } from '#store/notifying/devices.ts'
import type { LegacyTokenRow } from '#store/notifying/legacy-push-tokens.ts'
import { encryptPayload } from './encrypt.ts'
import { plainPayload, type PushPayload } from './payload.ts'

/** Destination of a notification: a client with a token of Apple's or Google's. */
export type PhoneTarget =
  | { readonly kind: 'device'; readonly device: ActiveDeviceRow }
  | { readonly kind: 'legacy'; readonly token: LegacyTokenRow }

/** Hands a notification over for one device, encrypted if the device has a key. Throws a PushFailure. */
export async function dispatch(
  sender: PushSender,
  organization: OrganizationRecord,
  id: string,
  target: PhoneTarget,
  payload: PushPayload,
): Promise<PushDelivery> {
  const common = {
    id,
    organization: organization.uuid,
    userId: payload.user_id,
    isUrgent: payload.type !== 'remove',
  }
  const request: PushRequest =
    target.kind === 'device'
      ? {
          ...common,
          kind: target.device.token_kind,
          tokenId: target.device.push_token_id,
          token: target.device.token,
          appId: target.device.app_id,
          content: {
            kind: 'encrypted',
            keyId: target.device.push_key_id,
            data: await encryptPayload(target.device.push_key, JSON.stringify(payload)),
          },
        }
      : {
          ...common,
          kind: target.token.kind,
          tokenId: '',
          token: target.token.token,
          appId: target.token.app_id,
          content: { kind: 'plain', payload: plainPayload(payload, organization.id) },
        }
  return sender.send(request)
}
