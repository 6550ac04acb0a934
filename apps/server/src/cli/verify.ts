import { Command } from 'commander'
import { Complaint } from './explain.ts'
import { verifyBackup } from './verify-backup.ts'

export const verifyCommand = () =>
  new Command('verify')
    .description('Read a whole backup, and say which of its files are not as they were saved.')
    .argument('<folder>', 'a folder that `tagma backup` has made')
    .action(reportBackup)

/** Checks a backup and prints the result. */
export async function reportBackup(folder: string): Promise<void> {
  const { files, bytes, problems } = await verifyBackup(folder)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0)
    throw new Complaint(`The backup in ${folder} is damaged: ${problems.length} of ${files} files.`)
  console.log(`The backup in ${folder} is whole: ${files} files, ${bytes} bytes, and a sound database.`)
}
