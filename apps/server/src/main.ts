#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { auditCommand } from '#cli/audit.ts'
import { backupCommand } from '#cli/backup.ts'
import { blobsCommand } from '#cli/blobs.ts'
import { configCommand } from '#cli/config.ts'
import { createOrganizationCommand } from '#cli/create-organization.ts'
import { createUserCommand } from '#cli/create-user.ts'
import { doctorCommand } from '#cli/doctor.ts'
import { explain } from '#cli/explain.ts'
import { exportCommand } from '#cli/export.ts'
import { grantCommand } from '#cli/grant.ts'
import { importCommand } from '#cli/import.ts'
import { ldapCommand } from '#cli/ldap.ts'
import { migrateCommand } from '#cli/migrate.ts'
import { moveCommand } from '#cli/move.ts'
import { reactivateOrganizationCommand } from '#cli/reactivate-organization.ts'
import { restoreCommand } from '#cli/restore.ts'
import { salvageCommand } from '#cli/salvage.ts'
import { serveCommand } from '#cli/serve.ts'
import { signInCommand } from '#cli/sign-in.ts'
import { verifyCommand } from '#cli/verify.ts'

// Files of the server are for its own user only: they hold everybody's keys and messages.
process.umask(0o077)

const program = new Command('tagma')
  .description('A team-chat server that speaks the Zulip REST API: one process, one command.')
  .showHelpAfterError('(tagma --help lists the commands)')
  .addHelpText(
    'after',
    `
Settings come from environment variables; \`tagma config\` lists them with their meaning.

Examples:
  tagma serve
  TAGMA_DATA_DIR=/var/lib/tagma tagma create-user --email iris@example.com --name Iris
  tagma doctor`,
  )
for (const command of [
  serveCommand,
  migrateCommand,
  configCommand,
  blobsCommand,
  createOrganizationCommand,
  createUserCommand,
  grantCommand,
  exportCommand,
  signInCommand,
  importCommand,
  reactivateOrganizationCommand,
  auditCommand,
  ldapCommand,
  doctorCommand,
  salvageCommand,
  backupCommand,
  verifyCommand,
  restoreCommand,
  moveCommand,
]) {
  program.addCommand(command())
}

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) console.error(explain(error))
  process.exitCode = 1
}
