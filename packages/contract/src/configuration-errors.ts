const rule = { status: 200, retry: false };

/** Errors about configuration files; part of the error table. */
export const configurationErrors = {
  configuration_changed: rule,
  configuration_name_twice: rule,
  configuration_name_shared: rule,
  configuration_several_keys: rule,
  configuration_entry_twice: rule,
  configuration_said_twice: rule,
  configuration_price_forms: rule,
};
