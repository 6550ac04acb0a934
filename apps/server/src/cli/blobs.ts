import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { parseBucket } from '#config/blobs.ts'
import { type Config, parseConfig } from '#config/config.ts'
import { readSecretFiles } from '#config/read-secret-files.ts'
import { whereMissing } from '#model/where-missing.ts'
import { type BlobPlace, openBlobs, openScratch } from '#server/app.ts'
import { copyBlobs, type CopyJournal } from './copy-blobs.ts'
import { Complaint } from './explain.ts'
import { progressLine } from './progress-line.ts'

export const blobsCommand = () =>
  new Command('blobs').description('Work with the files of uploads, avatars and exports.').addCommand(
    new Command('copy')
      .description(
        'Copy all files to another place, and read each back to compare. Run it again after an interruption; the server may run meanwhile.',
      )
      .requiredOption('--to <place>', 'a bucket, such as s3://bucket/prefix, or another data folder')
      .option('--from <place>', 'where the files are; by default where the settings say')
      .action(({ to, from }: { to: string; from?: string }) => copy(parseConfig(process.env), to, from)),
  )

async function copy(config: Config, to: string, from: string | undefined): Promise<void> {
  const source = from === undefined ? placeOf(config) : parsePlace('--from', from)
  const target = parsePlace('--to', to)
  if (nameOf(source) === nameOf(target)) throw new Complaint(`The files are in ${nameOf(target)} already.`)
  const scratch = openScratch(config)
  const stores = { from: openBlobs(source, scratch), to: openBlobs(target, scratch), scratch }
  const line = progressLine('copying', 'files')
  const { copied, present, gone, bytes } = await copyBlobs(
    stores,
    await openJournal(config.dataDir, `${nameOf(source)} ${nameOf(target)}`),
    line.show,
  )
  line.end(copied + present + gone)
  console.log(
    `${copied} files copied (${Math.ceil(bytes / 1024 ** 2)} MiB), ${present} were there already. All were compared by their SHA-256.`,
  )
}

const placeOf = ({ blobs, dataDir }: Config): BlobPlace => blobs ?? { dataDir }

const parsePlace = (option: string, text: string): BlobPlace =>
  text.includes('://')
    ? parseBucket(option, text, (name) => readSecretFiles(process.env)[name]?.trim() ?? '')
    : { dataDir: resolve(text) }

const nameOf = (place: BlobPlace): string =>
  'dataDir' in place ? place.dataDir : `${place.endpoint}/${place.bucket}/${place.prefix}`

/** Opens the list of what was copied between two places; it lies in the data folder and stays there. */
async function openJournal(dataDir: string, places: string): Promise<CopyJournal> {
  await mkdir(dataDir, { recursive: true })
  const name = createHash('sha256').update(places).digest('hex').slice(0, 16)
  const path = join(dataDir, `blobs-copied-${name}.txt`)
  const text = (await readFile(path, 'utf8').catch(whereMissing)) ?? ''
  const done = new Map<string, number>()
  // The last line of a killed run may be half there.
  for (const entry of text.split('\n').slice(0, -1)) {
    const [size, key] = entry.split(' ')
    if (key !== undefined) done.set(key, Number(size))
  }
  const begin = text === '' || text.endsWith('\n') ? '' : '\n'
  let first = begin
  return {
    done,
    async note(key, size) {
      await appendFile(path, `${first}${size} ${key}\n`)
      first = ''
    },
  }
}
