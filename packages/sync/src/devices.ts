import type { Payload } from '@tagma/contract/define.ts'
import type { deviceAddEvent, deviceRemoveEvent, deviceUpdateEvent } from '@tagma/contract/events/device.ts'
import type { State } from './state.ts'

type DeviceEvent =
  | Payload<typeof deviceAddEvent>
  | Payload<typeof deviceRemoveEvent>
  | Payload<typeof deviceUpdateEvent>

const unregistered = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
}

/** Takes in devices added and removed, and the progress of their registrations. */
export function applyDevice(state: State, event: DeviceEvent): State {
  if (!state.devices) return state
  const { [event.device_id]: before, ...rest } = state.devices
  if (event.op === 'remove') return { ...state, devices: rest }
  if (event.op === 'add') return { ...state, devices: { ...rest, [event.device_id]: unregistered } }
  const { type: _type, op: _op, device_id, ...known } = event
  const { id: _id, ...changes } = known as typeof known & { id?: number }
  return { ...state, devices: { ...rest, [device_id]: { ...(before ?? unregistered), ...changes } } }
}
