import type { DeclaredError } from './define.ts'

/** The failures of the push service that a waiting caller can see. */
export const pushDeliveryErrors: readonly DeclaredError[] = [
  {
    code: 'ADMIN_ACTION_REQUIRED',
    when: 'The push service refuses this server: wrong credentials, an expired plan or an unregistered organization.',
  },
  { code: 'FAILED_TO_CONNECT_BOUNCER', when: 'The push service cannot be reached or does not answer.' },
  { code: 'INTERNAL_SERVER_ERROR_ON_BOUNCER', when: 'The push service has failed internally.' },
  { code: 'PUSH_SERVICE_NOT_CONFIGURED', when: 'The server is not set up to send mobile notifications.' },
]
