import * as z from 'zod'
import { field } from '../define.ts'
import { unixSeconds } from '../primitives.ts'

/** Kinds of devices that get notifications. */
export const pushDeviceKind = z.enum(['browser', 'phone', 'older_phone'])
export type PushDeviceKind = z.output<typeof pushDeviceKind>

/** A browser or phone that gets the user's notifications, with what the server knows of it. */
export const pushDevice = z.strictObject({
  kind: field(
    pushDeviceKind,
    '`browser`: by Web Push. `phone`: an app that encrypts, one of the `devices` of [registration](register-queue). `older_phone`: an app that does not encrypt.',
  ),
  id: field(z.int(), 'Id of the subscription, the device or the token. It is unique within its kind.'),
  is_current: field(z.boolean(), 'Whether it is the browser that asks.'),
  program: field(
    z.string().nullable(),
    'The browser with its system, or the app with its version, as given at the registration; `null` if unknown.',
  ),
  service: field(
    z.string().nullable(),
    'Host of a browser’s push service; `fcm` or `apns` for a phone; `null` for a phone without a token.',
  ),
  state: field(
    z.enum(['told', 'registering', 'rejected', 'ended', 'silent', 'barred']),
    '`told`: it gets notifications. `registering`: the push service is being asked to take its token. `rejected`: the push service did not take it, see `error_code`. `ended`: the push service took its token back. `silent`: its app has not asked for notifications. `barred`: the organization allows encrypted notifications only.',
  ),
  error_code: field(z.string().nullable(), 'Reason why the last registration failed, as in `devices`.'),
  created_at: field(unixSeconds.nullable(), 'When it registered (UNIX seconds); `null` if unknown.'),
  ends_at: field(
    unixSeconds.nullable(),
    'When a browser’s session and its notifications end if nobody uses it until then (UNIX seconds); `null` for phones.',
  ),
  reached_at: field(
    unixSeconds.nullable(),
    'When its push service last took a notification (UNIX seconds). Written at most once an hour.',
  ),
  failed_at: field(
    unixSeconds.nullable(),
    'When a notification last failed (UNIX seconds); `null` if one was taken since. Written at most once an hour for the same failure.',
  ),
  failure: field(
    z.enum(['unreachable', 'fault', 'refused', 'unexpected', 'unfit', 'gone']).nullable(),
    'Why it failed. `unreachable`: the push service did not answer. `fault`: it had an error of its own. `refused`: it refuses this server. `unexpected`: it gave an unknown answer, or none for this browser. `unfit`: it never takes such a notification, or must not be called. `gone`: it does not know the device any more.',
  ),
  failure_text: field(z.string().nullable(), 'The failure in the server’s words, for finding the cause.'),
})
export type PushDevice = z.output<typeof pushDevice>
