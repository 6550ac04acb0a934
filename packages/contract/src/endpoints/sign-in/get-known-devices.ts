import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const getKnownDevices = endpoint({
  id: 'get-known-devices',
  method: 'GET',
  path: '/tagma/known_devices',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Fetch the devices that you have signed in with.',
  doc: 'A browser is known by a cookie of its own; a program without cookies by its name and network. A sign-in with another device, or from another network, is told by mail. Devices without a sign-in for half a year are forgotten. An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: {
    devices: field(
      z.array(
        z.strictObject({
          id: field(z.int(), 'Id of the device.'),
          program: field(z.string(), 'The browser and its system, or the program, as far as it told them.'),
          network: field(
            z.string(),
            'Beginning of the network address of the last sign-in: three parts of an IPv4 address, three groups of an IPv6 address.',
          ),
          first_at: field(z.int(), 'Time of the first sign-in, in UNIX seconds.'),
          last_at: field(z.int(), 'Time of the last sign-in, in UNIX seconds, a day exact.'),
        }),
      ),
      'The device with the latest sign-in comes first.',
    ),
  },
  example: {
    request: {},
    response: {
      devices: [
        {
          id: 3,
          program: 'Firefox on Linux',
          network: '203.0.113',
          first_at: 1767603600,
          last_at: 1767690000,
        },
      ],
    },
  },
})
