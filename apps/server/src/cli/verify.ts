import { statSync } from 'node:fs'
import { Command } from 'commander'
import { verifyArchive } from '#areas/imports/read-archive.ts'
import { explainProblem } from './explain-problem.ts'
import { Complaint } from './explain.ts'
import { progressLine } from './progress-line.ts'
import { verifyBackup } from './verify-backup.ts'

export const verifyCommand = () =>
  new Command('verify')
    .description('Read a whole backup or archive, and say what is not as it was saved.')
    .argument('<path>', 'what `tagma backup` or `tagma export` has made')
    .action((path: string) =>
      statSync(path, { throwIfNoEntry: false })?.isFile()
        ? reportArchive(path).catch(explainProblem)
        : reportBackup(path),
    )

/** Checks an archive and prints the result. */
async function reportArchive(path: string): Promise<void> {
  const reading = progressLine('checking', 'bytes')
  const { head, manifest, files, bytes, problems } = await verifyArchive(path, reading.show)
  reading.end(bytes)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0)
    throw new Complaint(`${path} is damaged in ${problems.length} places; the rest is whole.`)
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${path} is whole: ${head.organization.name}, ${manifest.tables.messages?.rows ?? 0} messages, ${rows} rows in all, ${files.length} files.`,
  )
}

/** Checks a backup and prints the result. */
export async function reportBackup(folder: string): Promise<void> {
  const { files, bytes, problems } = await verifyBackup(folder)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0)
    throw new Complaint(`The backup in ${folder} is damaged: ${problems.length} of ${files} files.`)
  console.log(`The backup in ${folder} is whole: ${files} files, ${bytes} bytes, and a sound database.`)
}
