/** BCP 47: the language in which amounts are typed. */
export function getLocale({ locale }: { readonly locale: string | undefined }): string {
  return locale ?? navigator.language
}
