import { signInVariables } from './sign-in-variables.ts'
import { initialRateLimits } from './values.ts'
import type { Variable } from './variable.ts'

/** Values of environment variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * All environment variables of the server: the source of `tagma config` and of the documentation. In a name, `*` stands
 * for the name of a provider.
 */
export const variables = [
  {
    name: 'TAGMA_DATA_DIR',
    initial: './data',
    meaning: 'Folder of the database, the uploads and all other data.',
  },
  { name: 'TAGMA_HOST', initial: '127.0.0.1', meaning: 'Address to listen on; 0.0.0.0 for all.' },
  { name: 'TAGMA_PORT', initial: '9991', meaning: 'Port of the chat server.' },
  {
    name: 'TAGMA_WEB_CLIENT',
    initial: 'on',
    meaning:
      'Whether the chat server serves the web client at /: on or off, or the path of a built client to serve as it is.',
  },
  { name: 'TAGMA_SITE_PORT', initial: '9992', meaning: 'Port of the website; 0 serves none.' },
  {
    name: 'TAGMA_PUBLIC_URL',
    initial: '',
    meaning:
      'Address under which people reach the server, such as https://chat.example.com. By default http://localhost and the port.',
  },
  {
    name: 'TAGMA_SITE_URL',
    initial: '',
    meaning:
      'Address under which people reach the website, such as https://www.example.com. Without it, pages have no preview pictures and no canonical addresses, and no cache may keep what needs a whole address; links from the web client to the guide lead to TAGMA_SITE_PORT then.',
  },
  {
    name: 'TAGMA_PROXIES',
    initial: '',
    meaning:
      'Proxies on other machines that are trusted to name the address of a request (X-Forwarded-For): addresses and networks, such as 10.0.0.5,10.1.0.0/16. Proxies on this machine are always trusted.',
  },
  {
    name: 'TAGMA_ORGANIZATION_NAME',
    initial: 'Tagma',
    meaning: 'Name of the first organization. Used once, when the data is new.',
  },
  {
    name: 'TAGMA_OWNER_EMAIL',
    initial: '',
    meaning:
      'Email address of the first owner. Used once, when the data is new; without it, a link to a set-up page is printed.',
  },
  {
    name: 'TAGMA_OWNER_PASSWORD',
    initial: '',
    meaning: 'Password of the first owner, at least 12 characters. Used once, when the data is new.',
    isSecret: true,
  },
  {
    name: 'TAGMA_OWNER_NAME',
    initial: 'Owner',
    meaning: 'Name of the first owner. Used once, when the data is new.',
  },
  {
    name: 'DATABASE_URL',
    initial: '',
    meaning:
      'PostgreSQL 15 or later instead of the embedded database, such as postgres://tagma@localhost/tagma.',
    isSecret: true,
  },
  {
    name: 'DATABASE_READ_URL',
    initial: '',
    meaning:
      'Replica of the PostgreSQL database, such as postgres://tagma@replica/tagma. Searches, old history and exports are read there while it keeps up.',
    isSecret: true,
  },
  {
    name: 'NATS_URL',
    initial: '',
    meaning:
      'NATS server by which several processes on one PostgreSQL wake each other, such as nats://localhost:4222.',
    isSecret: true,
  },
  {
    name: 'TAGMA_BLOBS',
    initial: '',
    meaning:
      'Bucket of an object store for the uploads, such as s3://bucket/prefix?region=eu-central-1, or s3://bucket?endpoint=https://minio.example.com for a store other than AWS. Without it, uploads lie in the data folder. Needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  },
  {
    name: 'AWS_ACCESS_KEY_ID',
    initial: '',
    meaning: 'Id of the key to the buckets that TAGMA_BLOBS and TAGMA_BACKUP_TO name.',
  },
  {
    name: 'AWS_SECRET_ACCESS_KEY',
    initial: '',
    meaning: 'The secret that belongs to AWS_ACCESS_KEY_ID.',
    isSecret: true,
  },
  {
    name: 'TAGMA_BACKUP_TO',
    initial: '',
    meaning:
      'Where `tagma backup` keeps its snapshots: a folder on another disk, or a bucket, written as for TAGMA_BLOBS.',
  },
  {
    name: 'TAGMA_BACKUP_AT',
    initial: '',
    meaning:
      'Time of the day in UTC, such as 03:15, at which the server makes a snapshot in TAGMA_BACKUP_TO. Without it, only the command makes one.',
  },
  {
    name: 'TAGMA_BACKUP_KEEP',
    initial: '7d 4w 12m',
    meaning:
      'Snapshots to keep: the newest of each of the last days (d), weeks (w) and months (m). Or all, for a store where this key may not delete.',
  },
  {
    name: 'TAGMA_BACKUP_RECIPIENT',
    initial: '',
    meaning:
      'Public keys of age (age1…), with commas between them. Snapshots are sealed for them: the server cannot read its own backups, and whoever has one of the secret keys can.',
  },
  {
    name: 'TAGMA_RATE_LIMITS',
    initial: Object.entries(initialRateLimits)
      .map(([name, { calls, seconds }]) => `${name}=${calls}/${seconds}`)
      .join(','),
    meaning:
      'Calls that are allowed in a number of seconds: `off`, or entries such as all=300/60. A limit that is not named keeps its default. For each user: all calls (all), messages (send_message), new email addresses that the user asks for (send_mail). For each account: wrong passwords from one network (password_guess), wrong passwords from all networks where its owner never signed in (password_guess_account), wrong codes of an authenticator app (code_guess), mails about wrong passwords from everywhere (guess_mail). For each address: calls without an account (anonymous), wrong passwords for all accounts together (password_guess_address), calls with wrong credentials (wrong_key), requests for the pages behind links with a secret (page), drawn pictures of people without a picture (drawn_avatar), new accounts (sign_up). For each client that provisions by SCIM: its calls (scim). For each email address: mails at the request of people without an account (send_mail).',
  },
  {
    name: 'CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE',
    initial: 'on',
    meaning:
      'on: guests who may not see all users learn the presence of the users they may see. off: they learn the presence of all users; a user they may not see has a made-up address.',
  },
  {
    name: 'TAGMA_MAX_UPLOAD_MIB',
    initial: '100',
    meaning: 'The largest file that can be uploaded, in MiB.',
  },
  {
    name: 'TAGMA_UPLOAD_QUOTA_MIB',
    initial: '',
    meaning: 'MiB that all uploads of an organization may take together. Without it there is no limit.',
  },
  {
    name: 'TAGMA_EXTERNAL_MEDIA',
    initial: 'on',
    meaning:
      'on: messages show pictures and films of other servers. This server loads them, so that the other servers learn nothing of the viewers; it loads from public addresses only. off: messages show links.',
  },
  {
    name: 'TAGMA_LINK_PREVIEWS',
    initial: 'on',
    meaning:
      'on: where an organization wants previews of linked pages, this server looks the pages up, from public addresses only. off: links stay links. Needs TAGMA_EXTERNAL_MEDIA.',
  },
  {
    name: 'TAGMA_SMTP_URL',
    initial: '',
    meaning:
      'Mail server, such as smtp://user:password@mail.example.com:587. Without it, mail is put into the folder `mail` of the data.',
    isSecret: true,
  },
  {
    name: 'TAGMA_MAIL_FROM',
    initial: '',
    meaning:
      'Sender of mail, such as "Tagma <chat@example.com>". By default noreply@ and the name of the server.',
  },
  {
    name: 'TAGMA_INCOMING_MAIL_PORT',
    initial: '0',
    meaning: 'Port on which mail to channels is received by SMTP; 0 receives none.',
  },
  {
    name: 'TAGMA_INCOMING_MAIL_DOMAIN',
    initial: '',
    meaning:
      'Part after the @ in the addresses of channels, such as chat.example.com. Belongs to TAGMA_INCOMING_MAIL_PORT.',
  },
  {
    name: 'TAGMA_INCOMING_MAIL_HOST',
    initial: '',
    meaning: 'Address to listen on for mail; 0.0.0.0 for all. By default TAGMA_HOST.',
  },
  {
    name: 'TAGMA_PUSH_RELAY_URL',
    initial: '',
    meaning:
      'Relay that brings mobile notifications to phones, such as https://push.example.com. Mobile notifications need this, TAGMA_APNS_KEY_FILE or TAGMA_FCM_ACCOUNT_FILE.',
  },
  {
    name: 'TAGMA_PUSH_RELAY_ID',
    initial: '',
    meaning: 'Id of this server at the relay, often a UUID.',
  },
  {
    name: 'TAGMA_PUSH_RELAY_KEY',
    initial: '',
    meaning: 'The secret that belongs to TAGMA_PUSH_RELAY_ID.',
    isSecret: true,
  },
  {
    name: 'TAGMA_PUSH_TIMEOUT_SECONDS',
    initial: '10',
    meaning: 'Seconds that a relay or push service may take to answer.',
  },
  {
    name: 'TAGMA_PUSH_PRIVATE_KEY',
    initial: '',
    meaning:
      'Without a relay: X25519 secret key, base64 of 32 bytes. Apps of your own encrypt their registrations for its public key.',
    isSecret: true,
  },
  {
    name: 'TAGMA_APNS_KEY_FILE',
    initial: '',
    meaning: 'Without a relay: file with the signing key (.p8) for Apple’s push service.',
  },
  { name: 'TAGMA_APNS_KEY_ID', initial: '', meaning: 'Id of the key in TAGMA_APNS_KEY_FILE.' },
  { name: 'TAGMA_APNS_TEAM_ID', initial: '', meaning: 'Id of the team that the Apple key belongs to.' },
  {
    name: 'TAGMA_APNS_URL',
    initial: 'https://api.push.apple.com',
    meaning: 'Address of Apple’s push service; https://api.sandbox.push.apple.com for apps in development.',
  },
  {
    name: 'TAGMA_FCM_ACCOUNT_FILE',
    initial: '',
    meaning: 'Without a relay: file with the service account (JSON) for Firebase Cloud Messaging.',
  },
  {
    name: 'TAGMA_FCM_URL',
    initial: 'https://fcm.googleapis.com',
    meaning: 'Address of Firebase Cloud Messaging.',
  },
  {
    name: 'INVITATION_LINK_VALIDITY_MINUTES',
    initial: '14400',
    meaning: 'Minutes that an invitation is valid when its maker gives no time.',
  },
  {
    name: 'MIN_DEACTIVATED_REALM_DELETION_DAYS',
    initial: '14',
    meaning:
      'Fewest days between deactivating an organization and deleting its data; `none` also allows deleting at once.',
  },
  {
    name: 'MAX_DEACTIVATED_REALM_DELETION_DAYS',
    initial: 'none',
    meaning:
      'Most days between deactivating an organization and deleting its data; `none` also allows keeping it for ever.',
  },
  {
    name: 'TAGMA_SESSION_IDLE_DAYS',
    initial: '14',
    meaning:
      'Days without use after which somebody who stays signed in in a browser has to sign in again. Without "Keep me signed in" it is 12 hours.',
  },
  {
    name: 'TAGMA_SESSION_DAYS',
    initial: '90',
    meaning: 'Days after which everybody in a browser has to sign in again.',
  },
  {
    name: 'TAGMA_TOKEN_MAX_DAYS',
    initial: '',
    meaning: 'Days after which an access token has to end, at most. Empty: tokens may have no end.',
  },
  {
    name: 'TAGMA_AUDIT_DAYS',
    initial: '400',
    meaning: 'Days after which rows of the audit log are deleted.',
  },
  {
    name: 'TAGMA_SECRET_KEY',
    initial: '',
    meaning:
      'Key of 64 hexadecimal digits that seals the secrets of second factors, as `openssl rand -hex 32` prints it. All processes need the same one. Empty: a key in the file secret.key of the data folder, which the server makes when somebody sets up a second factor.',
    isSecret: true,
  },
  ...signInVariables,
  {
    name: 'TAGMA_BIG_BLUE_BUTTON_URL',
    initial: '',
    meaning:
      'BigBlueButton for video calls, such as https://bbb.example.com/bigbluebutton/. `bbb-conf --secret` prints it with its secret.',
  },
  {
    name: 'TAGMA_BIG_BLUE_BUTTON_SECRET',
    initial: '',
    meaning: 'The shared secret of TAGMA_BIG_BLUE_BUTTON_URL.',
    isSecret: true,
  },
  {
    name: 'TAGMA_NEXTCLOUD_URL',
    initial: '',
    meaning: 'Nextcloud whose app Talk gives rooms for video calls, such as https://cloud.example.com.',
  },
  {
    name: 'TAGMA_NEXTCLOUD_USERNAME',
    initial: '',
    meaning: 'User of TAGMA_NEXTCLOUD_URL who creates the rooms.',
  },
  {
    name: 'TAGMA_NEXTCLOUD_PASSWORD',
    initial: '',
    meaning: 'App password of TAGMA_NEXTCLOUD_USERNAME, made in their settings under “Security”.',
    isSecret: true,
  },
  {
    name: 'TAGMA_CONSTRUCTOR_GROUPS_URL',
    initial: '',
    meaning:
      'API of Constructor Groups for video calls, such as https://example.constructor.app/api/groups/xapi.',
  },
  {
    name: 'TAGMA_CONSTRUCTOR_GROUPS_ACCESS_KEY',
    initial: '',
    meaning: 'Access key for TAGMA_CONSTRUCTOR_GROUPS_URL, made in its settings under “Development”.',
  },
  {
    name: 'TAGMA_CONSTRUCTOR_GROUPS_SECRET_KEY',
    initial: '',
    meaning: 'Secret key that belongs to TAGMA_CONSTRUCTOR_GROUPS_ACCESS_KEY.',
    isSecret: true,
  },
  {
    name: 'TAGMA_MCP',
    initial: 'on',
    meaning: 'on: agents reach tools at /mcp, with access tokens or API keys. off: there is nothing at /mcp.',
  },
  {
    name: 'TAGMA_OAUTH_REGISTRATION',
    initial: 'on',
    meaning:
      'on: programs for agents may register themselves, to ask people to let them in at /mcp. off: only programs that a document at an address of theirs describes can ask.',
  },
  {
    name: 'TAGMA_OUTGOING_ALLOW',
    initial: '',
    meaning:
      'Places in private networks that outgoing webhooks may call: networks, addresses or names, each with or without a port, such as 10.0.0.0/8,127.0.0.1:5002,bots.lan. Public addresses may always be called, this server never.',
  },
  {
    name: 'TAGMA_WEBHOOK_TIMEOUT',
    initial: '10',
    meaning: 'Seconds that the receiver of an outgoing webhook has for its answer.',
  },
  {
    name: 'TAGMA_WEBEX_CLIENT_ID',
    initial: '',
    meaning:
      'Client id of a Webex integration (developer.webex.com) for video calls, with the scopes meeting:schedules_read and meeting:schedules_write. Its redirect URI is /calls/webex/complete below the address of the organization; name one for each organization.',
  },
  {
    name: 'TAGMA_WEBEX_CLIENT_SECRET',
    initial: '',
    meaning:
      'The secret of TAGMA_WEBEX_CLIENT_ID. People have to connect their accounts again after it changes.',
    isSecret: true,
  },
  {
    name: 'TAGMA_WEBEX_URL',
    initial: 'https://webexapis.com/v1',
    meaning: 'The API of Webex.',
  },
  {
    name: 'GIPHY_API_KEY',
    initial: '',
    meaning:
      'Key with which GIFs from GIPHY are offered; every client can read it. Of several services, Tagma asks Tenor, else KLIPY, else GIPHY.',
  },
  {
    name: 'TENOR_API_KEY',
    initial: '',
    meaning: 'Key with which GIFs from Tenor are offered; every client can read it.',
  },
  {
    name: 'KLIPY_API_KEY',
    initial: '',
    meaning: 'Key with which GIFs from KLIPY are offered; every client can read it.',
  },
  {
    name: 'TAGMA_GIFS_URL',
    initial: '',
    meaning:
      'The API that this server asks for GIFs. Empty: that of the service whose key is set. For a proxy of your own, or another service with the API of Tenor.',
  },
  {
    name: 'WEB_PUBLIC_STREAMS_ENABLED',
    initial: 'on',
    meaning:
      'on: organizations may have channels that people without an account can read; each organization decides by `enable_spectator_access`. off: no organization may.',
  },
  {
    name: 'TAGMA_METRICS_PORT',
    initial: '0',
    meaning:
      'Port of http://127.0.0.1/metrics, with measurements of the process for Prometheus; 0 serves none.',
  },
  {
    name: 'TAGMA_LOG',
    initial: 'info',
    meaning: `Level of the log: ${['silent', 'error', 'warn', 'info', 'debug'].join(', ')}.`,
  },
] as const satisfies readonly Variable[]

export type VariableName = (typeof variables)[number]['name']

/** Reads a variable, or its initial value if it is not set. */
export type ReadVariable = (name: VariableName) => string
