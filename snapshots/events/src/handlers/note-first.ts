import { registry } from '../generated/index.js'

/**
 * Runs after_create, after_delete, after_item_options, after_replace, after_show, after_update, before_create,
 * before_delete, before_item_options, before_replace, before_show and before_update on Profile,
 * after_collection_options, after_create, after_delete, after_delete_many, after_index, after_item_options,
 * after_replace, after_show, after_update, after_update_many, before_collection_options, before_create,
 * before_delete, before_delete_many, before_index, before_item_options, before_replace, before_show,
 * before_update and before_update_many on Story and after_collection_options, after_create, after_delete,
 * after_delete_many, after_index, after_item_options, after_login, after_logout, after_register, after_replace,
 * after_show, after_update, after_update_many, before_collection_options, before_create, before_delete,
 * before_delete_many, before_index, before_item_options, before_login, before_logout, before_register,
 * before_replace, before_show, before_update and before_update_many on User.
 */
registry.add('note_first', async (event) => {
  // To change a field: event.setFieldValue('name', value).
  // To limit what is selected: event.restrict({ name: 'value' }).
  // The response body: event.response.
  // To reject the request: throw an HttpError, such as new Forbidden('…').
})
