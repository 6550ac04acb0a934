// The package's face for programs outside of this repository.
export * as wire from '@tagma/contract/wire.ts'
export { ApiError } from './api-error.ts'
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  type CommonFields,
  createClient,
} from './client.ts'
export type { Clock } from './clock.ts'
export type { Connection, QueuePosition, WaitReason } from './connection.ts'
export { encodeRequest } from './encode-request.ts'
export type { EventStream, EventStreamOptions } from './event-stream.ts'
export {
  followEvents,
  type Follower,
  type Following,
  type FollowOptions,
  type RegisteredState,
  type Registration,
} from './follow-events.ts'
export type { EventType, ServerEvent } from './server-event.ts'
export { streaming, type Transport } from './streaming.ts'
