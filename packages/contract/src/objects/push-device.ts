import * as z from 'zod'
import { field } from '../define.ts'
import { unixSeconds } from '../primitives.ts'

/** Kinds of places to which notifications go. */
export const pushDeviceKind = z.enum(['browser', 'phone', 'older_phone'])
export type PushDeviceKind = z.output<typeof pushDeviceKind>

/** A browser or a phone that gets the user's notifications, with what the server knows of it. */
export const pushDevice = z.strictObject({
  kind: field(
    pushDeviceKind,
    '`browser`: by Web Push. `phone`: an app that encrypts, one of the `devices` of [registration](register-queue). `older_phone`: an app that does not encrypt.',
  ),
  id: field(
    z.int(),
    'Id of the subscription, of the device, or of the token: unique among those of its kind.',
  ),
  is_current: field(z.boolean(), 'Whether it is the browser that asks.'),
  program: field(
    z.string().nullable(),
    'The browser and its system, or the app with its version, as it told them when it registered; `null` if that was not kept.',
  ),
  service: field(
    z.string().nullable(),
    'Host of a browser’s push service; `fcm` or `apns` for a phone; `null` for a phone without a token.',
  ),
  state: field(
    z.enum(['told', 'registering', 'rejected', 'ended', 'silent', 'barred']),
    '`told`: notifications go there. `registering`: the push service is still asked to take its token. `rejected`: the push service did not take it, see `error_code`. `ended`: the push service took its token back. `silent`: its app has not asked for notifications. `barred`: the organization allows encrypted notifications only.',
  ),
  error_code: field(z.string().nullable(), 'Reason why the last registration failed, as in `devices`.'),
  created_at: field(
    unixSeconds.nullable(),
    'When it registered (UNIX seconds); `null` if that was not kept.',
  ),
  ends_at: field(
    unixSeconds.nullable(),
    'When a browser’s session ends, and its notifications with it, if nobody uses it until then (UNIX seconds). `null` for phones.',
  ),
  reached_at: field(
    unixSeconds.nullable(),
    'When its push service last took a notification (UNIX seconds, an hour exact).',
  ),
  failed_at: field(
    unixSeconds.nullable(),
    'When a notification last failed (UNIX seconds, an hour exact); `null` if one was taken since.',
  ),
  failure: field(
    z.enum(['unreachable', 'fault', 'refused', 'unexpected', 'unfit', 'gone']).nullable(),
    'Why it failed. `unreachable`: no answer. `fault`: the push service failed. `refused`: it refuses this server. `unexpected`: it gave an unknown answer, or none for this browser. `unfit`: it never takes such a notification, or must not be called. `gone`: it does not know the device any more.',
  ),
  failure_text: field(
    z.string().nullable(),
    'The same in the server’s words, for whoever looks for the cause.',
  ),
})
export type PushDevice = z.output<typeof pushDevice>
