import { createHash } from 'node:crypto'
import { createReadStream, lstatSync } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  documentsOf,
  elementsOf,
  type Files,
  itemsOf,
  linesOf,
  type ListElement,
  listElements,
  membersOf,
  objectMembers,
  tableOf,
} from '@tagma/importers/files.ts'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { listIn } from '@tagma/importers/rows.ts'
import { bsonRows } from './bson-documents.ts'
import { jsonElements, jsonItems, jsonMembers } from './json-elements.ts'
import { numberedLines, numberedRows } from './read-lines.ts'

/** A file of JSON up to this size is parsed whole: about four times its size is needed in memory. */
const largestJson = 32 * 1024 * 1024
const smallJson = 8 * 1024 * 1024
const mostFiles = 1_000_000

/** The files of a folder, and a hash that another run finds again. */
export interface ImportFolder {
  readonly files: Files
  /** SHA-256 of all names and sizes, in hexadecimal; of a file alone, of its contents too. */
  readonly hash: string
  /** Path of a file on this machine. */
  pathOf(name: string): string
}

/** Opens a folder that somebody gave us: nothing in it is trusted. */
export async function openImportFolder(root: string): Promise<ImportFolder> {
  const given = lstatSync(root, { throwIfNoEntry: false })
  // A table or lines may be a file alone.
  if (given?.isFile() === true && /\.(jsonl|csv)$/i.test(root))
    return folderOf(dirname(root), new Map([[basename(root), given.size]]), await contentHash(root))
  const found = given
  if (!found) throw new ImportProblem(`There is nothing at ${root}.`)
  if (!found.isDirectory())
    throw new ImportProblem(`${root} is no folder. Unpack the archive first: tar -xf ${root}`)
  const sizes = new Map<string, number>()
  await list(root, '', sizes)
  return folderOf(root, sizes, '')
}

/** Two tables of one name and size are often two versions of one. */
async function contentHash(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

function folderOf(root: string, sizes: ReadonlyMap<string, number>, content: string): ImportFolder {
  const known = (name: string) => {
    if (!sizes.has(name)) throw new ImportProblem(`${name} is missing.`)
    return join(root, name)
  }
  const hash = createHash('sha256').update(content)
  for (const name of [...sizes.keys()].toSorted()) hash.update(`${name}\0${sizes.get(name)}\n`)
  return {
    hash: hash.digest('hex'),
    // Only names that are in the folder: what a file says of paths leads nowhere else.
    pathOf: known,
    files: {
      names: [...sizes.keys()],
      size: (name) => sizes.get(name),
      json: (name) => readJson(root, name, sizes.get(name)),
      elements(name) {
        const path = known(name)
        // Parsing whole is eight times as fast.
        const isSmall = (sizes.get(name) ?? 0) <= smallJson
        return isSmall ? wholeElements(root, name, sizes.get(name)) : jsonElements(path, name)
      },
      async *members(name) {
        const path = known(name)
        if ((sizes.get(name) ?? 0) > smallJson) yield* jsonMembers(path, name)
        else yield* objectMembers(name, await readJson(root, name, sizes.get(name)))
      },
      async *items(name) {
        const path = known(name)
        if ((sizes.get(name) ?? 0) > smallJson) yield* jsonItems(path, name)
        else yield* listIn(name, await readJson(root, name, sizes.get(name)))
      },
      lines: (name) => numberedLines(known(name), name),
      table: (name) => numberedRows(known(name), name),
      documents: (name) => bsonRows(known(name), name),
    },
  }
}

/** Adds the files of a second folder to those of a first. The hash stays that of the first. */
export function overlaid(first: ImportFolder, second: ImportFolder): ImportFolder {
  const of = (name: string) => (first.files.size(name) === undefined ? second : first)
  return {
    hash: first.hash,
    pathOf: (name) => of(name).pathOf(name),
    files: {
      names: [...first.files.names, ...second.files.names.filter((name) => of(name) === second)],
      size: (name) => of(name).files.size(name),
      json: (name) => of(name).files.json(name),
      members: (name) => membersOf(of(name).files, name),
      items: (name) => itemsOf(of(name).files, name),
      lines: (name) => linesOf(of(name).files, name),
      table: (name) => tableOf(of(name).files, name),
      documents: (name) => documentsOf(of(name).files, name),
      elements: (name) => elementsOf(of(name).files, name),
    },
  }
}

async function list(root: string, below: string, sizes: Map<string, number>): Promise<void> {
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) await list(root, name, sizes)
    else if (!entry.isFile())
      throw new ImportProblem(`${name} is neither a file nor a folder. Remove it: links are not followed.`)
    else sizes.set(name, (await lstat(join(root, name))).size)
    if (sizes.size > mostFiles) throw new ImportProblem(`${root} has more than ${mostFiles} files.`)
  }
}

async function* wholeElements(
  root: string,
  name: string,
  size: number | undefined,
): AsyncGenerator<ListElement> {
  const value = await readJson(root, name, size)
  yield* listElements(name, value)
}

async function readJson(root: string, name: string, size: number | undefined): Promise<unknown> {
  if (size === undefined) throw new ImportProblem(`${name} is missing.`)
  if (size > largestJson)
    throw new ImportProblem(`${name} has ${size} bytes; files of JSON can have up to ${largestJson}.`)
  const bytes = await readFile(join(root, name))
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ImportProblem(`${name} is not in UTF-8, as JSON has to be.`)
  }
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new ImportProblem(
      `${name} is no whole JSON: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
