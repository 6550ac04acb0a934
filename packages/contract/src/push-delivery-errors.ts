import type { DeclaredError } from './define.ts'

/** What can go wrong between the server and the push service while a caller waits for it. */
export const pushDeliveryErrors: readonly DeclaredError[] = [
  {
    code: 'ADMIN_ACTION_REQUIRED',
    when: 'The push service refuses this server: wrong credentials, an expired plan or an unregistered organization.',
  },
  { code: 'FAILED_TO_CONNECT_BOUNCER', when: 'The push service cannot be reached or does not answer.' },
  { code: 'INTERNAL_SERVER_ERROR_ON_BOUNCER', when: 'The push service has a fault of its own.' },
  { code: 'PUSH_SERVICE_NOT_CONFIGURED', when: 'The server has no way to send mobile notifications.' },
]
