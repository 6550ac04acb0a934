import { ConfigError } from './values.ts'
import type { ReadVariable } from './variables.ts'

/** A bucket of an object store that speaks the S3 protocol. */
export interface BucketConfig {
  /** Address of the store, without a slash at the end; the bucket's name is the first part of each path below it. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Begins all keys: empty, or with a slash at the end. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Parses where files are kept. Undefined for an empty text: in the data folder. */
export function parseBlobs(read: ReadVariable): BucketConfig | undefined {
  const address = read('TAGMA_BLOBS')
  return address === '' ? undefined : parseBucket('TAGMA_BLOBS', address, read)
}

/** Parses the address of a bucket; `name` is the setting or option that has it. Throws a ConfigError. */
export function parseBucket(name: string, address: string, read: ReadVariable): BucketConfig {
  const url = URL.parse(address)
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname))
    throw new ConfigError(
      `${name} should be an address such as s3://bucket/prefix?region=eu-central-1, or with ?endpoint=https://minio.example.com for another store than that of AWS.`,
    )
  if (url.username !== '' || url.password !== '')
    throw new ConfigError(
      `${name} should have no keys in it: they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'region' && key !== 'endpoint')
  if (unknown !== undefined)
    throw new ConfigError(`${name} has the unknown part ${unknown}; it can have region and endpoint.`)
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  if (prefix !== '' && !/^[\w.-]+(\/[\w.-]+)*$/.test(prefix))
    throw new ConfigError(
      `${name} has the prefix "${prefix}"; it should have letters, digits, and . _ - / only.`,
    )
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  const store = URL.parse(endpoint)
  if (!store || !/^https?:$/.test(store.protocol) || store.pathname !== '/' || store.search !== '')
    throw new ConfigError(
      `${name} has the endpoint "${endpoint}"; it should be an address such as https://minio.example.com.`,
    )
  const accessKeyId = read('AWS_ACCESS_KEY_ID')
  const secretAccessKey = read('AWS_SECRET_ACCESS_KEY')
  if (accessKeyId === '' || secretAccessKey === '')
    throw new ConfigError(
      `${name} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, the keys to the bucket.`,
    )
  return {
    endpoint: store.origin,
    region,
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKeyId,
    secretAccessKey,
  }
}
