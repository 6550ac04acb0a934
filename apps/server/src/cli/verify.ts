import { statSync } from 'node:fs'
import { Command } from 'commander'
import { findStoredDamage, findSnapshot } from '#areas/backups/read-saved.ts'
import { verifyArchive } from '#areas/imports/read-archive.ts'
import { parseConfig } from '#config/config.ts'
import { explainProblem } from './explain-problem.ts'
import { Complaint } from './explain.ts'
import { isRepository, openNamed } from './open-snapshot.ts'
import { progressLine } from './progress-line.ts'
import { verifyBackup } from './verify-backup.ts'

export const verifyCommand = () =>
  new Command('verify')
    .description('Read a whole backup or archive, and say what is not as it was saved.')
    .argument('<path>', 'what `tagma backup` or `tagma export` has made; also s3://bucket/prefix')
    .option('--snapshot <time>', 'one snapshot; by default all')
    .action((path: string, { snapshot }: { snapshot?: string }) => {
      if (isRepository(path)) return reportSnapshots(path, snapshot)
      return statSync(path, { throwIfNoEntry: false })?.isFile()
        ? reportArchive(path).catch(explainProblem)
        : reportBackup(path)
    })

/** Checks the stored files of snapshots, which needs no key, and prints the result. */
async function reportSnapshots(path: string, wanted: string | undefined): Promise<void> {
  const repository = await openNamed(path, parseConfig(process.env))
  const { snapshots, halves } = await repository.inventory()
  const names = wanted === undefined ? snapshots : [await findSnapshot(repository, wanted)]
  let damaged = 0
  for (const name of names) {
    const line = progressLine(`checking ${name}`, 'files')
    const { files, bytes, problems } = await findStoredDamage(repository, name, line.show)
    line.end(files)
    for (const problem of problems) console.error(`${name}: ${problem}`)
    if (problems.length > 0) damaged++
    else console.log(`Snapshot ${name} is whole: ${files} stored files, ${bytes} bytes.`)
  }
  for (const half of wanted === undefined ? halves : [])
    console.log(`${half} was interrupted and is no snapshot; the next backup deletes it.`)
  if (names.length === 0) throw new Complaint(`There is no snapshot in ${path} yet.`)
  if (damaged > 0)
    throw new Complaint(
      `${damaged} of ${names.length} snapshots in ${path} are damaged; the others are whole.`,
    )
  if (repository.isSealed)
    console.log('Their contents were not opened: `tagma restore --verify --identity FILE` does that.')
}

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
