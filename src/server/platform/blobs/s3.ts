import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import type { BlobConfig, Blobs } from './blobs.ts'
import { uploadInParts } from './s3-parts.ts'

type S3Config = BlobConfig & { kind: 's3' }

export function s3Blobs({ endpoint, bucket, region, credentials, pathStyle }: S3Config): Blobs {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: pathStyle,
    ...(credentials && { credentials }),
    // Services other than Amazon's reject the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    put: (key, bytes) => uploadInParts(client, { Bucket: bucket, Key: key }, bytes),
    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...(Range && { Range }) }))
      if (!(Body instanceof Readable)) throw new Error(`S3 returned no body for ${key}`)
      return Body
    },
    async find(key) {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
        if (!(Body instanceof Readable) || ContentLength === undefined)
          throw new Error(`S3 returned no body for ${key}`)
        return { size: ContentLength, bytes: Body }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
    async list(prefix) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }))
      return Contents.flatMap(({ Key }) => (Key === undefined ? [] : Key))
    },
    close: async () => client.destroy(),
  }
}
