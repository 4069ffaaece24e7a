-- Returns a new id with a prefix, as newId of src/contract/ids.ts makes it: a UUIDv7 in Crockford's base32.
create function new_id(prefix text) returns text language sql volatile as $$
  select prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
      substring(made.bits from 5 * digit + 1 for 5)::int + 1, 1), '' order by digit)
    from (select b'00' || ('x' || replace(uuidv7()::text, '-', ''))::bit(128) as bits) made, generate_series(0, 25) digit
$$;
