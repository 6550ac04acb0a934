import type { Device } from '@tagma/contract/objects/device.ts'
import type { DeviceRow } from '#store/notifying/devices.ts'

/** A device as the API gives it. */
export function presentDevice(row: DeviceRow): Device {
  return {
    push_key_id: row.push_key_id,
    push_token_id: row.push_token_id,
    pending_push_token_id: row.pending_push_token_id,
    push_token_last_updated_timestamp: row.token_updated_at,
    push_registration_error_code: row.error_code,
  }
}
