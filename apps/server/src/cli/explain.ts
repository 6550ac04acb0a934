import { BackupProblem } from '#areas/backups/backup-problem.ts'
import { ConfigError } from '#config/values.ts'
import { BlobsAway } from '#ports/blob-store.ts'
import { UnfitText } from '#store/copying/copy-rows.ts'
import { TargetRefused } from '#store/copying/row-store.ts'
import { DataFolderInUse } from '#store/engines/data-lock.ts'
import { DatabaseDamaged } from '#store/engines/database-file.ts'
import { StoreUnavailable } from '#store/log/transactions.ts'
import { CopyUnfinished, DataMoved, NewerData } from '#store/migrations/run-migrations.ts'
import { CopyDiffers } from './copy-blobs.ts'

/** Explains the common reasons why a server does not start, with the remedy; returns any other error as it is. */
export function explain(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof BlobsAway ||
    error instanceof CopyDiffers ||
    error instanceof Complaint ||
    error instanceof BackupProblem ||
    error instanceof DataFolderInUse ||
    error instanceof NewerData ||
    error instanceof DataMoved ||
    error instanceof CopyUnfinished ||
    error instanceof TargetRefused ||
    error instanceof UnfitText ||
    error instanceof DatabaseDamaged
  )
    return `tagma: ${error.message}`
  if (error instanceof StoreUnavailable && !error.mayBeDone) return explain(error.cause)
  if (!(error instanceof Error)) return `tagma: ${String(error)}`
  const {
    code = '',
    path = '',
    port,
    address,
  } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  switch (code) {
    case 'EADDRINUSE':
      return `tagma: Port ${port} on ${address} is taken by another program. Stop that one, or choose another port with TAGMA_PORT (the chat server), TAGMA_SITE_PORT (the website) or TAGMA_INCOMING_MAIL_PORT (mail).`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return port === undefined
        ? `tagma: ${path || 'The data folder'} cannot be written. Give this user the right to write there, or choose another folder with TAGMA_DATA_DIR.`
        : `tagma: This user may not listen on port ${port}. Ports below 1024 need special rights; choose another with TAGMA_PORT or TAGMA_INCOMING_MAIL_PORT.`
    case 'EADDRNOTAVAIL':
      return `tagma: ${address} is no address of this machine. Set TAGMA_HOST, and TAGMA_INCOMING_MAIL_HOST if there is one, to 127.0.0.1, to 0.0.0.0, or to an address of the machine.`
    case 'ENOSPC':
      return `tagma: The disk is full. Free some room where ${path || 'the data folder'} lies, then start again; nothing was lost.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `tagma: ${path} is a file where a folder is needed. Choose another folder with TAGMA_DATA_DIR.`
    case 'ERR_SQLITE_ERROR':
      return explainSqlite(error)
  }
  if (
    /^E(CONNREFUSED|NOTFOUND|HOSTUNREACH|TIMEDOUT|AI_AGAIN)$/.test(code) ||
    /timeout (exceeded when|expired)|connection (timeout|terminated)/i.test(error.message)
  ) {
    return `tagma: The database that DATABASE_URL names cannot be reached (${error.message || code}). Check that PostgreSQL runs there and that the address is right.`
  }
  if (/^(28|3D)/.test(code))
    return `tagma: PostgreSQL refused DATABASE_URL: ${error.message}. Check the user, the password and the name of the database.`
  if (code === '42501')
    return `tagma: PostgreSQL says: ${error.message}. The user of DATABASE_URL needs the right to create tables.`
  return `tagma: ${error.stack ?? error.message}`
}

function explainSqlite(error: Error & { errcode?: number }): string {
  switch ((error.errcode ?? 0) & 0xff) {
    case 8:
    case 14:
      return 'tagma: The database in the data folder cannot be opened for writing. Give this user the right to write there, or choose another folder with TAGMA_DATA_DIR.'
    case 10:
    case 13:
      return `tagma: The disk is full or fails (${error.message}). Free some room where the data folder lies, then start again; nothing was lost.`
    case 11:
    case 26:
      return `tagma: tagma.db in the data folder is damaged or no database (${error.message}). Restore it from a backup, or save what can be read with \`tagma salvage\`.`
    default:
      return `tagma: ${error.stack ?? error.message}`
  }
}

/** A problem that a command can put into words. */
export class Complaint extends Error {
  override readonly name = 'Complaint'
}
