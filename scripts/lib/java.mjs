// Finds a Java runtime for the HTML checker, or installs Debian's when running as root.
import { canInstallDebianPackages, findOnPath, installDebianPackage } from './debian.mjs'
import { withProgress } from './ready.mjs'

/** The path of a Java runtime, or null: tests that need it are then skipped. */
export async function findJava() {
  const installed = () => findOnPath(['java', 'java.exe']) ?? null
  if (!installed() && canInstallDebianPackages()) {
    await withProgress('Installing Java', () => installDebianPackage('default-jre-headless')).catch(() => {})
  }
  return installed()
}
