import { randomUUID } from 'node:crypto'
import { accessSync, constants, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { Command } from 'commander'
import { lastProof } from '#areas/backups/last-proof.ts'
import { openReadEngine, requireReplica } from '#call/replica.ts'
import { type Config, parseConfig } from '#config/config.ts'
import { ConfigError } from '#config/values.ts'
import { systemClock } from '#ports/clock.ts'
import { openBlobs, openEngine, openGifSearch, openPushSender, openScratch } from '#server/app.ts'
import { makeDataFolder, openToOthers } from '#store/engines/data-folder.ts'
import { DataFolderInUse, lockDataFolder } from '#store/engines/data-lock.ts'
import { DatabaseDamaged, damageNoted } from '#store/engines/database-file.ts'
import { diskSpaceProblem } from './disk-space.ts'
import { Complaint, explain } from './explain.ts'
import { nodeProblem } from './node-problem.ts'
import { probeDatabase } from './probe-database.ts'
import { probeGifs } from './probe-gifs.ts'
import { probeSignIn } from './probe-sign-in.ts'
import { probeSnapshots } from './probe-snapshots.ts'

type Finding = { readonly ok: boolean; readonly text: string }

export const doctorCommand = () =>
  new Command('doctor').description('Check the set-up and say what to mend.').action(async () => {
    const findings: Finding[] = []
    const probe = async (run: () => Promise<string> | string) => {
      try {
        findings.push({ ok: true, text: await run() })
        return true
      } catch (error) {
        findings.push({ ok: false, text: explain(error).replace(/^tagma: /, '') })
        return false
      }
    }
    let config: Config | undefined
    await probe(() => {
      config = parseConfig(process.env)
      return 'The settings are valid.'
    })
    await probe(() => {
      const problem = nodeProblem(process.versions.node)
      if (problem !== undefined) throw new Complaint(problem)
      return `Node ${process.versions.node} with SQLite ${process.versions.sqlite}.`
    })
    if (config) {
      const { dataDir, host, port, sitePort, databaseUrl, publicUrl, incomingMail } = config
      const isWritable = await probe(() => probeFolder(config as Config))
      if (isWritable) await probe(() => probeSpace(config as Config))
      await probe(() => probePrivacy(dataDir))
      await probe(() => probeBackup(dataDir))
      if (config.backup.place) await probe(() => probeSnapshots(config as Config))
      await probe(() => probeNotifications(config as Config))
      if (config.blobs) await probe(() => probeBucket(config as Config))
      await probeSignIn(config, probe)
      const gifs = openGifSearch(config)
      if (gifs) await probe(() => probeGifs(gifs))
      let isRunning = false
      if (databaseUrl === undefined && isWritable) {
        try {
          lockDataFolder(dataDir)()
        } catch (error) {
          isRunning = error instanceof DataFolderInUse
          if (isRunning) {
            findings.push({
              ok: true,
              text: 'The server is running on this data folder; its database and ports are not checked.',
            })
            await probe(() => probeNoted(dataDir))
          }
        }
      }
      if (!isRunning) {
        // On a read-only disk, the embedded database fails for the same reason.
        if (isWritable || databaseUrl !== undefined) await probeDatabase(config, probe)
        if (config.databaseReadUrl !== undefined) await probe(() => probeReplica(config as Config))
        await probe(() => probePort(host, port))
        if (sitePort !== 0) await probe(() => probePort(host, sitePort))
        if (incomingMail) await probe(() => probePort(incomingMail.host, incomingMail.port))
      }
      findings.push(
        publicUrl.startsWith('http://') && !/^http:\/\/(localhost|127\.|\[::1\])/.test(publicUrl)
          ? {
              ok: false,
              text: `TAGMA_PUBLIC_URL is ${publicUrl}: passwords would travel in the open. Put a proxy with TLS in front and use https.`,
            }
          : { ok: true, text: `People reach the server at ${publicUrl}.` },
      )
    }
    for (const { ok, text } of findings) console.log(`${ok ? 'ok  ' : 'MEND'}  ${text}`)
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1
  })

function probeFolder({ dataDir }: Config): string {
  makeDataFolder(dataDir)
  accessSync(dataDir, constants.W_OK)
  return `The data folder ${dataDir} can be written.`
}

function probeSpace({ dataDir, maxUploadMib }: Config): string {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = Math.floor((bavail * bsize) / 1024 ** 2)
  const problem = diskSpaceProblem(dataDir, free, { maxUploadMib })
  if (problem !== undefined) throw new Complaint(problem)
  return `${free} MiB are free for it.`
}

function probePrivacy(dataDir: string): string {
  const open = openToOthers(dataDir)
  if (open.length === 0) return 'Only the user of the server can read the data.'
  throw new Complaint(
    `Other users of this machine can reach ${open.join(', ')}, which belongs to another user than this one. As its owner, run: chmod -R go= ${open.join(' ')}`,
  )
}

async function probeNotifications(config: Config): Promise<string> {
  const mail = config.mail.smtpUrl === undefined ? 'into the data folder' : 'to the mail server'
  const sender = await openPushSender(config)
  await sender?.close()
  const { relay, apns, fcm } = config.push
  const services = [apns && 'Apple', fcm && 'Google'].filter((name) => name !== undefined)
  const phones = relay ? `to ${relay.url}` : services.length > 0 ? `to ${services.join(' and ')}` : 'nowhere'
  return `Mail goes ${mail}, mobile notifications go ${phones}.`
}

/** Writes, reads and deletes a file of the bucket. */
async function probeBucket({ blobs: bucket, dataDir }: Config): Promise<string> {
  if (!bucket) throw new Error('There is a bucket')
  const blobs = openBlobs(bucket, openScratch({ dataDir }))
  const key = `doctor/${randomUUID()}`
  const where = `${bucket.endpoint}/${bucket.bucket}`
  try {
    await blobs.put(key, new TextEncoder().encode('hello'))
    const read = await textOf(blobs.open(key, { start: 1, end: 3 }))
    await blobs.remove([key])
    if (read !== 'ell') throw new Error(`it answered "${read}" for a part of a file`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Complaint(
      `The bucket ${where} cannot be used: ${reason}. Check TAGMA_BLOBS, its region and the keys; they need the rights to list, read, write and delete.`,
    )
  }
  return `Uploads lie in ${where}, which can be written and read.`
}

/** Seconds after which a proof is old. */
const proofIsOld = 35 * 24 * 3600

function probeBackup(dataDir: string): string {
  const proof = lastProof(dataDir)
  if (!proof) return 'No backup was proven yet: run `tagma restore --verify` on one.'
  const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
  const text = `The last proven backup is of ${day(proof.made_at)}, in ${proof.folder}; it was proven on ${day(proof.proved_at)}.`
  if (systemClock.now() / 1000 - proof.made_at > proofIsOld)
    throw new Complaint(`${text} Run \`tagma restore --verify\` on a newer one.`)
  return text
}

function probeNoted(dataDir: string): string {
  const damage = damageNoted(join(dataDir, 'tagma.db'))
  if (damage !== undefined) throw new DatabaseDamaged(damage)
  return 'It knows of no damage to its database.'
}

/** Compares the replica with the database. */
async function probeReplica(config: Config): Promise<string> {
  const primary = await openEngine(config)
  const replica = await openReadEngine(config)
  if (!replica) throw new Error('There is a replica')
  try {
    await requireReplica({ primary, replica })
    return 'The replica that DATABASE_READ_URL names answers.'
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new Complaint(
      `The replica that DATABASE_READ_URL names cannot be asked: ${reason}. Check that PostgreSQL runs there and that the address is right.`,
    )
  } finally {
    await replica.close()
    await primary.close()
  }
}

function probePort(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ host, port }, () => server.close(() => resolve(`Port ${port} is free.`)))
  })
}
