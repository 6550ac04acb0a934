import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const getBackupState = endpoint({
  id: 'get-backup-state',
  method: 'GET',
  path: '/tagma/backup_state',
  role: 'owner',
  scope: 'organization',
  bots: false,
  summary: 'Ask when the server was last backed up.',
  doc: 'The times of the newest [backup](backup) of the whole server, as this process’s data folder notes them. An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: {
    is_scheduled: field(z.boolean(), 'Whether the server makes backups by itself.'),
    made_timestamp: field(
      z.int().nullable(),
      'Time of the newest backup in UNIX seconds; null if none is noted.',
    ),
    failed_timestamp: field(
      z.int().nullable(),
      'When the last try failed, in UNIX seconds; null if it did not.',
    ),
    proved_timestamp: field(
      z.int().nullable(),
      'When a backup was last restored for a proof, and compared, in UNIX seconds; null if none ever was.',
    ),
    proved_backup_timestamp: field(z.int().nullable(), 'Time of the backup that was proved then.'),
  },
  example: {
    request: {},
    response: {
      is_scheduled: true,
      made_timestamp: 1767603600,
      failed_timestamp: null,
      proved_timestamp: 1767607200,
      proved_backup_timestamp: 1767603600,
    },
  },
})
