import { createHash } from 'node:crypto'
import {
  documentsOf,
  elementsOf,
  type Files,
  itemsOf,
  linesOf,
  membersOf,
  tableOf,
} from '@tagma/importers/files.ts'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import type { ImportFolder } from './import-folder.ts'

/** Workspaces of one company, each in a folder below `teams`: an export of Slack's Enterprise Grid. */
const workspaces = ({ names }: Files): string[] =>
  names.flatMap((name) => /^teams\/([^/]+)\/channels\.json$/.exec(name)?.[1] ?? []).toSorted()

/**
 * Returns the part of an export that is of one workspace, with what all have in common; an export of one workspace stays as it
 * is. Throws an `ImportProblem` that lists the workspaces if none of them is named.
 */
export function folderOfTeam(folder: ImportFolder, team: string | undefined): ImportFolder {
  const known = workspaces(folder.files)
  if (known.length === 0) return folder
  if (team === undefined || !known.includes(team))
    throw new ImportProblem(`This export has several workspaces. Name one with --team: ${known.join(', ')}.`)
  const { files } = folder
  const prefix = `teams/${team}/`
  const whole = (name: string) => (files.size(prefix + name) === undefined ? name : prefix + name)
  const own = files.names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  const common = files.names.filter((name) => !name.startsWith('teams/') && !own.includes(name))
  return {
    // Two workspaces of one export are two imports.
    hash: createHash('sha256').update(`${folder.hash}\0${team}`).digest('hex'),
    pathOf: (name) => folder.pathOf(whole(name)),
    files: {
      names: [...own, ...common],
      size: (name) => files.size(whole(name)),
      json: (name) => files.json(whole(name)),
      elements: (name) => elementsOf(files, whole(name)),
      members: (name) => membersOf(files, whole(name)),
      items: (name) => itemsOf(files, whole(name)),
      lines: (name) => linesOf(files, whole(name)),
      table: (name) => tableOf(files, whole(name)),
      documents: (name) => documentsOf(files, whole(name)),
    },
  }
}
