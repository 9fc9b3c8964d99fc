import type { StorageSettings } from '#contract/storage.ts'
import { Section } from '#site/identity/account/section.tsx'
import { usePageData } from '#site/page.ts'
import { SettingsFrame } from '#site/settings/settings-frame.tsx'
import { Values } from '#site/ui/values.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { formatBytes } from '#site/storage/size-text.ts'
import { StorageCheck } from './storage-check.tsx'
import { StorageLimitsForm } from './storage-limits-form.tsx'
import type { storageSettingsData } from './storage-settings-data.ts'

export { authHead as head } from '#site/identity/sign-in/auth-head.ts'

const MEGABYTE = 1024 * 1024

export default function StorageSettingsPage() {
  const { storage } = usePageData<typeof storageSettingsData>()
  return (
    <SettingsFrame title="Storage" lead="Where pictures and files are stored, and how much space they may use.">
      <Section id="place" title="Location">
        <Place storage={storage} />
      </Section>
      <Section id="check" title="Check" about="Writes, reads, lists and deletes a small object.">
        <StorageCheck />
      </Section>
      <Section id="limits" title="Limits" about="Changes apply at once. Files that exist already stay.">
        <StorageLimitsForm storage={storage} />
      </Section>
    </SettingsFrame>
  )
}

function Place({ storage: { place, serviceUrl, usedBytes, limits } }: { storage: StorageSettings }) {
  const site = limits.siteMb.inUse
  const used = formatBytes(usedBytes)
  return (
    <>
      {serviceUrl && (
        <Banner>
          People upload to <bdi>{serviceUrl}</bdi>. The limits of that site apply there.
        </Banner>
      )}
      <Values
        values={[
          ...(place.kind === 'folder'
            ? ([['Folder on this server', place.folder]] as const)
            : ([
                ['S3 bucket', place.bucket],
                ['Endpoint', place.endpoint],
                ['Region', place.region],
              ] as const)),
          ['Used', site === null ? used : `${used} of ${formatBytes(site * MEGABYTE)}`],
        ]}
      />
      <details className="text-sm text-gray-700">
        <summary className="min-h-11 cursor-pointer py-2.5 font-medium pointer-fine:min-h-8 pointer-fine:py-1">
          Move to another location
        </summary>
        <div className="grid gap-2 pt-2">
          <p>
            The location is set in the environment of the server, because the objects have to be moved with it. Stop the
            site, then:
          </p>
          <ol className="grid list-decimal gap-1.5 ps-5">
            <li>
              Copy all objects. In a folder, each is in a subfolder named after its first two characters; in a bucket,
              the subfolder is left out.
            </li>
            <li>
              Set <Variable>S3_ENDPOINT</Variable>, <Variable>S3_BUCKET</Variable>,{' '}
              <Variable>S3_ACCESS_KEY_ID</Variable> and <Variable>S3_SECRET_ACCESS_KEY</Variable> for a bucket, or
              remove them for the folder in <Variable>DATA_DIR</Variable>.
            </li>
            <li>Start the site, and check the storage on this page.</li>
          </ol>
        </div>
      </details>
    </>
  )
}

function Variable({ children }: { children: string }) {
  return <code className="font-mono text-xs wrap-anywhere">{children}</code>
}
