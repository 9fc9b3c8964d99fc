import { type Feature, features } from '#contract/settings/features.ts'
import { usePageData } from '#site/page.ts'
import { Checkbox } from '#site/ui/checkbox.tsx'
import { featureNames } from './labels.ts'
import { Setting, SettingForm } from './setting-form.tsx'
import type { settingsData } from './settings-data.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const hints: Record<Feature, string> = {
  responses: 'Readers respond to stories. If off, responses are hidden but not deleted.',
  feeds: 'RSS, Atom and JSON feeds of the site, its topics and its authors.',
  embeds: 'Other sites can show a card of a story with oEmbed.',
  membership:
    'Plans, checkout and members’ stories. If off, nothing is sold. Members still pay, keep reading members’ stories, and can cancel.',
  berries: 'Readers earn berries, give them to authors and redeem rewards. If off, balances are kept.',
  indexing: 'Search engines can list the site. If off, robots.txt and every page ask them not to.',
}

export default function FeaturesPage() {
  const form = useSettingsForm(usePageData<typeof settingsData>(), ['switchedOff'])
  const { switchedOff } = form.draft

  function turn(feature: Feature, isOn: boolean) {
    // In the order of the list, so that on and off again is no change.
    const off = features.filter((one) => (one === feature ? !isOn : switchedOff.includes(one)))
    form.set({ switchedOff: off })
  }

  return (
    <SettingsFrame
      title="Features"
      lead="Parts of the site that you can switch off. Nothing is deleted: everything is back when you switch a part on again."
    >
      <SettingForm form={form}>
        <Setting form={form} of="switchedOff" says="Addresses of a part that is off answer that they don’t exist.">
          <ul className="grid grid-cols-1 gap-4">
            {features.map((feature) => (
              <li key={feature}>
                <Checkbox
                  label={featureNames[feature]}
                  aria-describedby={`about-${feature}`}
                  checked={!switchedOff.includes(feature)}
                  onCheckedChange={(checked) => turn(feature, checked)}
                />
                <p id={`about-${feature}`} className="ms-8 text-sm text-gray-600">
                  {hints[feature]}
                </p>
              </li>
            ))}
          </ul>
        </Setting>
      </SettingForm>
    </SettingsFrame>
  )
}
