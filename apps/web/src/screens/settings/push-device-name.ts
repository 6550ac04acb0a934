import type { PushDevice } from '@tagma/contract/objects/push-device.ts'
import { t } from '#words/words.ts'

/** Returns a key that tells devices of all kinds apart. */
export const keyOf = ({ kind, id }: Pick<PushDevice, 'kind' | 'id'>): string => `${kind} ${id}`

/** Returns the name of a device: its own if it has one, or else its kind. */
export function nameOf({ kind, program, service }: PushDevice): string {
  if (program !== null) return program
  if (kind === 'browser') return t('told.devices.browser')
  if (service === 'apns') return t('told.devices.apple')
  return t(service === 'fcm' ? 'told.devices.android' : 'told.devices.phone')
}
